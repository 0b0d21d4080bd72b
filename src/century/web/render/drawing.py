"""Draw a table as HTML, from what one visitor sees of it."""

from markupsafe import Markup

from century.engine import actions
from century.web.render import newworld, road
from century.web.render.pens import environment
from century.web.render.table import TableContext
from century.web.tables.table_view import TableView

_HELPERS = {"actions": actions, "newworld": newworld, "road": road}  # what the templates of the seven games ask


def draw(seen: TableView, language: str = "en") -> str:
    """Return the table as one visitor sees it: a <main> element for a page, or to replace an older one."""
    return environment(language).get_template("table/table.html").render(t=TableContext(seen, language), **_HELPERS)


def heading(seen: TableView, language: str = "en") -> Markup:
    """Return the round and the end condition, for the top of the page."""
    return Markup(environment(language).get_template("table/heading.html").render(t=TableContext(seen, language)))
