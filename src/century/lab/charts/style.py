"""The look of charts: colours, fonts and sizes."""

from collections.abc import Mapping, Sequence

import altair as alt

Chart = alt.LayerChart | alt.FacetChart | alt.HConcatChart | alt.VConcatChart
Layers = alt.LayerChart | alt.FacetChart
Row = Mapping[str, object]

PAPER, CARD, INK, INK_2, INK_3 = "#f3ebdc", "#fffaf0", "#2a2722", "#5d5445", "#716651"
LINE, BLUE, AMBER = "#ddcfb6", "#1d5a9c", "#9a5b12"
SEATS = ("#83366a", "#12706c", "#b9560f", "#43505c", "#65680f")
SEAL, SILVER = "#b98a2e", "#6f7a80"
SOURCES = (SEATS[1], SEAL, SILVER, SEATS[0], SEATS[2], SEATS[4])
CUBE_COLOURS = {"Y": "#e9b12f", "R": "#c43a2b", "G": "#4c9150", "B": "#6f4527"}
CUBE_EDGES = {"Y": "#8a5d05", "R": "#7d1b11", "G": "#245329", "B": "#38200f"}
SERIF = "'Iowan Old Style', 'Palatino Linotype', P052, Palatino, 'Book Antiqua', Georgia, serif"
SANS = "'Avenir Next', 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', system-ui, sans-serif"
WIDTH = 440
STEP = 19  # the height of a row


def drawn(rows: Sequence[Row]) -> alt.Chart:
    """Return a chart of these rows, without marks."""
    data = alt.Data(values=list(rows))  # type: ignore[no-untyped-call]
    return alt.Chart(data)


def heading(title: str, subtitle: str | Sequence[str], offset: int = 14) -> alt.TitleParams:
    """Return a title with a line below it that says what the chart is based on."""
    return alt.TitleParams(title, subtitle=subtitle, anchor="start", offset=offset)


def titled(chart: Layers, title: str, games: str | Sequence[str], height: float) -> Chart:
    """Return a chart with its title, and below it the number of games."""
    return configured(chart.properties(title=heading(title, games, 12), width=WIDTH, height=height))


def configured(chart: alt.TopLevelMixin) -> Chart:
    """Return the chart on warm paper, in ink, with fine lines."""
    styled: Chart = (
        chart.configure(background=CARD, font=SANS, padding=14)
        .configure_view(stroke=None)
        .configure_title(
            font=SERIF,
            fontSize=21,
            fontWeight=600,
            color=INK,
            subtitleFont=SANS,
            subtitleFontSize=13,
            subtitleColor=INK_2,
        )
        .configure_axis(
            labelColor=INK_2,
            titleColor=INK_2,
            titleFontWeight="normal",
            titleFontSize=12,
            labelFontSize=12,
            gridColor=LINE,
            gridOpacity=0.7,
            domainColor=LINE,
            tickColor=LINE,
        )
        .configure_legend(labelColor=INK, labelFontSize=13, symbolSize=140, symbolStrokeWidth=0, padding=0, offset=6)
    )
    return styled
