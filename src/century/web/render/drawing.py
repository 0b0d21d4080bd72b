"""The table drawn as HTML: from what one person sees of it, and from nothing else."""

from markupsafe import Markup

from century.engine import actions
from century.web.render import newworld, road
from century.web.render.pens import environment
from century.web.render.table import Table
from century.web.tables.table_view import TableView

_HELPERS = {"actions": actions, "newworld": newworld, "road": road}  # what the templates of the seven games ask


def draw(seen: TableView, language: str = "en") -> str:
    """The table as one person sees it: a <main> element to put into a page, or in place of an older one."""
    return environment(language).get_template("table/table.html").render(t=Table(seen, language), **_HELPERS)


def heading(seen: TableView, language: str = "en") -> Markup:
    """The round and what ends the game, for the top of the page."""
    return Markup(environment(language).get_template("table/heading.html").render(t=Table(seen, language)))
