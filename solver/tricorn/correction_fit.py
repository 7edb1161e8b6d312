"""Corrections of expectations, written by `python -m tricorn_analysis.fit_correction --write`."""

from typing import Any, Final

Stage = tuple[int, int, tuple[float, float], tuple[float, float] | None, tuple[float, float] | None]
"""(fewest, most tricks left, line of means, line of log-odds, spread of what came)."""

FITS: Final[dict[tuple[str, str, str], tuple[Stage, ...]]] = {
 ('rassi', '4, forced, last', 'worlds'): ((6, 6, (0.886, 0.834), (-0.22, 0.306), None),
                                          (5, 5, (0.707, 0.948), (-0.121, 0.359), None),
                                          (4, 4, (0.632, 1.037), (0.121, 0.446), None),
                                          (1, 3, (0.608, 1.417), (0.86, 0.6), None)),
}

PROVENANCE: Final[dict[str, Any]] = {
 'rassi, 4, forced, last, worlds': {'study': {'deal': [['players', 4]],
                                              'game': 'rassi',
                                              'opponent': 'self',
                                              'seed': 3000000,
                                              'worlds': 30},
                                    'deals': 2000,
                                    'decisions': 24333,
                                    'held_out': [{'tricks_left': [6, 6],
                                                  'decisions': 1559,
                                                  'bias': -0.774,
                                                  'corrected': -0.011},
                                                 {'tricks_left': [5, 5],
                                                  'decisions': 1377,
                                                  'bias': -0.608,
                                                  'corrected': 0.057},
                                                 {'tricks_left': [4, 4],
                                                  'decisions': 1206,
                                                  'bias': -0.694,
                                                  'corrected': -0.032},
                                                 {'tricks_left': [1, 3],
                                                  'decisions': 1912,
                                                  'bias': -0.853,
                                                  'corrected': -0.014}]},
}
