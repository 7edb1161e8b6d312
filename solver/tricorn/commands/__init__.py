"""The commands of the command line, one a file; each imports what is heavy when it runs."""
