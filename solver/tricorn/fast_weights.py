"""Weights of the policy `fast`, written by `python -m tricorn_analysis.fit_fast GAME --write`."""

from typing import Any, Final

WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    "russi": (
        0, 74, 2227, -54, 1209, -419, 83, -350, 4058, -1984, -1922, 7908, -92, -2108, 743, -1695, -248,
        5374, -305, 3100, -576, 249, 1462, 94, -1332, 130, -41, 761, -2062, 729, -450, 0, 728, 6,
        -5374, -399, 2264, -800, -309, 728, 88, -1270, -261, 38, 749, -2814, -18, -684, 0, -780, -6,
        0, -301, 4934, -649, 1988, 819, 70, -3060, 6129, 58, -670, -1693, 795, -657, 1806, -1224, -56,
    ),
    "ruffe": (
        1569, -46, 243, 4111, 1319, 2140, 0, -89, 520, 7920, 0, 0, -2294, -365, 1264, 0, 2424,
        -1569, 473, -269, 7204, 225, -655, -1569, 112, 0, 0, 0, 0, 0, 112, -40, 0, 1233,
        403, -188, 252, -1238, 72, 1693, -136, -17, 0, 0, 403, -484, 0, -31, -1207, 0, -34,
        5209, 324, -349, 1317, 525, 1014, 535, 82, -362, -1342, 0, 523, 0, -351, -1715, -136, 8,
        472, -121, 230, -733, 13, 743, 472, 2, 1, 0, 0, 0, 0, 2, -1434, 0, 0,
        1430, -312, 33, -2084, 92, 1810, 187, 9, 23, 0, 539, 1430, 300, -408, -686, 0, 11,
        3030, -313, 315, -2465, 268, 1173, -813, -25, 246, 669, 0, 0, 1717, -105, -498, 3030, 0,
        -10543, -316, 145, -2221, 594, 894, -443, -52, -5, 0, -522, 0, -1094, -215, -1328, 0, 0,
    ),
    "rassi": (
        184, 208, 2617, -1470, 20, -1758, 0, 0, -184, -184, -184, 32, 4, 0, -40, -344, 1470,
        201, 186, 3071, -954, -23, -1830, 0, 0, -176, -130, -130, 2, -217, 0, 20, -240, 1506,
        487, -838, -1264, -2707, -290, -5442, 0, 0, -703, -1265, 704, -372, 0, 0, 48, -636, 3005,
        654, 285, -3410, -1537, -239, -3895, 0, 0, -165, -486, 1691, -63, 0, 0, 370, -188, -592,
        521, 332, -506, -1891, -207, -4446, 0, 0, -146, -269, 2558, 0, 0, 0, 224, -201, -577,
        153, 162, 2574, -1532, 38, -2595, 38, 0, -153, -153, -153, 95, 17, -240, -57, -311, 1532,
        151, 162, 2843, -675, -11, -1328, 43, 0, -143, -106, -106, 114, 110, -428, 7, -213, 1592,
        282, 24, 275, -4926, 102, -3047, 108, 0, -277, -1329, 1103, 119, 2352, -459, -120, -556, -293,
        404, 185, -1015, -4269, -82, -3815, -229, 0, -215, -649, 1015, 977, -990, -173, -56, -358, -1764,
        297, -113, -2715, -3762, 89, -2553, -132, 0, -276, -795, 406, 0, 0, 466, 70, -332, -2538,
    ),
}
"""By game FEATURES numbers for each context, context after context (`ext/tricorn/_fast.pyx`)."""

PROVENANCE: Final[dict[str, dict[str, Any]]] = {
    "russi": {
        "command": "python -m tricorn_analysis.fit_fast russi --rounds 6 --decisions 40000 --steps 50 --deals 20000 --seed 1",
        "against_random": {"mean": 6.463, "stderr": 0.012, "deals": 20000},
        "rounds": [
            {"decisions": 45401, "before": 0.0, "after": 0.3251, "mean": 6.359, "stderr": 0.0125, "kept": True},
            {"decisions": 44686, "before": 0.3076, "after": 0.3508, "mean": 0.6057, "stderr": 0.0098, "kept": True},
            {"decisions": 45141, "before": 0.3389, "after": 0.347, "mean": 0.0316, "stderr": 0.0068, "kept": True},
            {"decisions": 45008, "before": 0.3316, "after": 0.3354, "mean": 0.0296, "stderr": 0.0056, "kept": True},
            {"decisions": 44803, "before": 0.3279, "after": 0.331, "mean": 0.0092, "stderr": 0.0056, "kept": True},
            {"decisions": 45012, "before": 0.3368, "after": 0.3396, "mean": -0.0077, "stderr": 0.0054, "kept": False},
        ],
    },
    "ruffe": {
        "command": "python -m tricorn_analysis.fit_fast ruffe --rounds 6 --decisions 40000 --steps 50 --deals 20000 --seed 1",
        "against_random": {"mean": 1.256, "stderr": 0.005, "deals": 20000},
        "rounds": [
            {"decisions": 39568, "before": 0.0, "after": 0.0969, "mean": 1.1951, "stderr": 0.0054, "kept": True},
            {"decisions": 38570, "before": 0.0344, "after": 0.0535, "mean": 0.0782, "stderr": 0.0043, "kept": True},
            {"decisions": 39680, "before": 0.0518, "after": 0.0715, "mean": 0.1722, "stderr": 0.0043, "kept": True},
            {"decisions": 38656, "before": 0.0513, "after": 0.0605, "mean": 0.0852, "stderr": 0.0038, "kept": True},
            {"decisions": 39062, "before": 0.0582, "after": 0.0642, "mean": 0.0339, "stderr": 0.0037, "kept": True},
            {"decisions": 39118, "before": 0.0556, "after": 0.0584, "mean": -0.0305, "stderr": 0.0034, "kept": False},
        ],
    },
    "rassi": {
        "command": "python -m tricorn_analysis.fit_fast rassi --rounds 6 --decisions 40000 --steps 50 --deals 20000 --seed 1",
        "against_random": {"mean": 2.424, "stderr": 0.017, "deals": 20000},
        "rounds": [
            {"decisions": 26872, "before": -0.0, "after": 0.9936, "mean": 2.2524, "stderr": 0.0181, "kept": True},
            {"decisions": 20793, "before": 0.6425, "after": 0.8205, "mean": 0.3558, "stderr": 0.0121, "kept": True},
            {"decisions": 25912, "before": 0.7142, "after": 0.7339, "mean": 0.022, "stderr": 0.0087, "kept": True},
            {"decisions": 26293, "before": 0.7006, "after": 0.7147, "mean": 0.0115, "stderr": 0.0087, "kept": True},
            {"decisions": 25619, "before": 0.7066, "after": 0.7166, "mean": 0.0425, "stderr": 0.0055, "kept": True},
            {"decisions": 25025, "before": 0.7259, "after": 0.7352, "mean": -0.0129, "stderr": 0.0055, "kept": False},
        ],
    },
}
"""By game the command that fitted the weights, and what it saw: matches in tricks or points a deal."""
