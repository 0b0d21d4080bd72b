"""The table drawn as HTML: from what one person sees of it, and from nothing else."""

from markupsafe import Markup

from century.web.render.pens import environment
from century.web.render.table import Table
from century.web.tables.table_view import TableView


def draw(seen: TableView, language: str = "en") -> str:
    """The table as one person sees it: a <main> element to put into a page, or in place of an older one."""
    return environment(language).get_template("table/table.html").render(t=Table(seen, language))


def heading(seen: TableView, language: str = "en") -> Markup:
    """The round and what ends the game, for the top of the page."""
    return Markup(environment(language).get_template("table/heading.html").render(t=Table(seen, language)))
