"""A picture of a calibration: what was predicted against what came (needs the extra `plot`)."""

from pathlib import Path

from tricorn.errors import TricornError
from tricorn_analysis.calibration import Calibration


def draw(found: Calibration, path: Path) -> None:
    """Write a PNG: expectations by tenths, and where there is one the chance by bins, both beside the diagonal.

    Raises:
        TricornError: matplotlib is not installed, or the file's ending is none that it can write.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise TricornError("a plot needs matplotlib: pip install 'tricorn[plot]'") from None
    rassi = found.study.game == "rassi"
    panels = 2 if found.bins else 1
    figure = Figure(figsize=(5 * panels, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, panels, squeeze=False)[0]
    told, came = zip(*found.tenths, strict=True)
    _panel(axes[0], told, came, "penalty, points" if rassi else "tricks to come")
    axes[0].set_title(f"bias {found.bias.value:+.3f} (at most {found.bias.upper:.3f}), slope {found.slope.value:.2f}", fontsize=10)
    if found.bins and found.ece is not None:
        counts, told, came = zip(*found.bins, strict=True)
        _panel(axes[1], told, came, "P(last trick)" if rassi else "P(win)", [12 + 140 * count / max(counts) for count in counts])
        axes[1].set_title(f"calibration error {found.ece.value:.3f} (at most {found.ece.upper:.3f})", fontsize=10)
    opponent = "self-play" if found.study.opponent == "self" else f"against {found.study.opponent}"
    figure.suptitle(f"{found.study.game}, {opponent}: {found.decisions:,} predictions in {found.deals:,} deals", fontsize=11)
    try:
        figure.savefig(path, dpi=120)
    except (ValueError, OSError) as error:
        raise TricornError(f"{path}: {error}") from None


def _panel(axes, told, came, what, sizes=None) -> None:  # type: ignore[no-untyped-def]  # matplotlib's types are many
    ends = (min(*told, *came), max(*told, *came))
    axes.plot(ends, ends, color="0.7", linewidth=1, zorder=1)
    axes.scatter(told, came, s=sizes or 36, color="#1f5fa8", zorder=2)
    axes.set_xlabel(f"predicted {what}")
    axes.set_ylabel("came")
    axes.set_aspect("equal", adjustable="datalim")
