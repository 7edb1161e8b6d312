"""`python -m tricorn` is the command line."""

from tricorn.cli import main

if __name__ == "__main__":
    main()
