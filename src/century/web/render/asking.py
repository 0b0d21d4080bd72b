"""The question at the table in friendly words: what is asked, and what can be done about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from century.engine.actions import STEP
from century.engine.view import View
from century.web.render.telling import Gettext, Ngettext, Plain


@dataclass(frozen=True)
class Asked:
    """A question, and a sentence that helps to answer it."""

    question: str
    help: str


def asked(view: View, names: Sequence[str], say: Plain, _: Gettext, ngettext: Ngettext) -> Asked:
    """The question of a view that is to be answered now."""
    question: Mapping[str, Any] = view["question"]
    number, of = int(question["number"]), int(question["of"])
    seat: Mapping[str, Any] = view["seats"][question["seat"]]
    match question["decision"]:
        case "turn":
            return _turn(view, seat, _, ngettext)
        case "upgrading":
            help = _("Choose a cube to turn into the next colour. The same cube may be chosen again.")
            message = ngettext("Upgrade a cube, if you like", "Upgrade a cube, if you like (%(number)s left)", number)
            return Asked(message % {"number": number}, help)
        case "trading":
            return Asked(_("How many times do you trade?"), _("What one trade brings may pay for the next."))
        case "trading on":
            return Asked(_("Do you trade here, and how many times?"), _("What one trade brings may pay for the next."))
        case "placing":
            told = {"number": number, "of": of}
            help = _("Choose one of your cubes. It goes onto a card left of the one you take.")
            return Asked(_("Place a cube on card %(number)s of %(of)s") % told, help)
        case "returning":
            message = ngettext("You have one cube too many", "You have %(number)s cubes too many", number)
            return Asked(
                message % {"number": number}, _("Choose a cube to return to the supply, lowest colours first.")
            )
        case "starting":
            return Asked(_("Which cubes do you start with?"), _("Take one of the groups that are left."))
        case "placing boat":
            return Asked(_("Where does your boat start?"), _("Place it on any market tile. Boats may share a tile."))
        case "sailing":
            return _sailing(view, seat, number, _, ngettext)
        case "setting sail":
            return Asked(_("Where does your boat sail?"), _("Choose a tile next to your boat."))
        case "leaving":
            help = _("Choose one of your cubes. It stays on the tile that you leave.")
            return Asked(_("Leave a cube behind to sail to %(tile)s") % {"tile": say.tile(STEP.labels[of])}, help)
        case "paying step":
            help = _("Choose a card of your hand, or one you have played. Resting brings it back.")
            return Asked(_("Turn a card face down to sail to %(tile)s") % {"tile": say.tile(STEP.labels[of])}, help)
        case "paying toll":
            help = _("Their boat is on this tile. Choose one of your cubes.")
            return Asked(_("Pay %(name)s a cube of toll") % {"name": names[number]}, help)
        case "picking up":
            return Asked(_("Pick up the cubes that lie here?"), _("They come into your hold."))
        case "ashore":
            return Asked(_("What do you do here?"), _("You may do one thing where your boat is, or nothing."))
        case "staying":
            return Asked(_("The boat stays: what do you do here?"), _("Choose one thing to do."))
        case "building":
            message = ngettext("Pay a cube for the outpost", "Pay %(number)s cubes for the outpost", number)
            return Asked(message % {"number": number}, _("Choose one of your cubes, lowest colours first."))
        case "choosing bonus":
            return Asked(_("A column is empty: choose a bonus tile"), _("Take the top tile of one of the piles."))
        case "at fort":
            told = {"number": number + 1}
            texts = [action["text"] for action in view["actions"]]
            if "claim" not in texts:
                help = _("Take a bonus tile from above the fort.")
            elif len(texts) > 1:
                help = _("Take a bonus tile, claim the card, or do both in the order you like.")
            else:
                help = _("Claim the card above the fort.")
            return Asked(_("At fort %(number)s: what do you take?") % told, help)
        case "claiming too":
            return Asked(_("Claim the card above the fort, too?"), _("You have the cubes that it costs."))
        case "taking tile too":
            return Asked(_("Take a bonus tile, too?"), _("Choose the top tile of a stack in blue, or be done."))
        case "exploring":
            return Asked(_("Take an exploration tile"), _("Its location is open to all from now on."))
        case "choosing outpost":
            return Asked(_("With which of your outposts do you trade?"), _("Choose a tile with your outpost."))
        case "at market":
            help = _("Used, it goes to your discards. Laid out, it stays in your trade route.")
            return Asked(_("Use the merchant card now, or lay it out?"), help)
        case "taking tile":
            return Asked(_("Take a bonus tile?"), _("Choose the top tile of a stack in blue, or be done."))
        case "refreshing":
            return Asked(_("Refresh the markets, or reorder your route"), _("Another turn follows at once."))
        case "refreshing too":
            return Asked(_("Do the other part as well?"), _("Another turn follows at once."))
        case "reordering":
            told = {"number": number, "of": of}
            help = _("Choose a card of your trade route.")
            return Asked(_("Which card goes to place %(number)s of %(of)s?") % told, help)
    return Asked(_(str(question["text"])), "")


def _turn(view: View, seat: Mapping[str, Any], _: Gettext, ngettext: Ngettext) -> Asked:
    if "locations" in view:
        home = int(seat["home"])
        message = ngettext(
            "Send settlers to a place in blue, or rest and call everyone home. You have one at home.",
            "Send settlers to a place in blue, or rest and call everyone home. You have %(number)s at home.",
            home,
        )
        return Asked(_("Your turn. Who works, and where?"), message % {"number": home})
    if "merchant_row" in view and "map" in view:
        help = _("Play a card, take a merchant, sail with your boat, act where it is, or rest.")
        return Asked(_("Your turn. By land or by sea?"), help)
    if "map" in view:
        return Asked(_("Your turn. Where does your boat sail?"), _steps(seat, 0, _, ngettext))
    help = _("Play a card from your hand, take a merchant, claim a point card, or rest.")
    return Asked(_("Your turn. Where does the caravan go?"), help)


def _sailing(view: View, seat: Mapping[str, Any], made: int, _: Gettext, ngettext: Ngettext) -> Asked:
    message = ngettext("Sail on? One step is made", "Sail on? %(number)s steps are made", made)
    if "sailed" in seat and made >= seat["free_steps"]:
        return Asked(message % {"number": made}, _("Each further step turns a card face down."))
    return Asked(message % {"number": made}, _steps(seat, made, _, ngettext))


def _steps(seat: Mapping[str, Any], made: int, _: Gettext, ngettext: Ngettext) -> str:
    free = int(seat["free_steps"]) - made
    if free > 0:
        message = ngettext(
            "One step is free. Each further step leaves a cube behind.",
            "%(number)s steps are free. Each further step leaves a cube behind.",
            free,
        )
        return message % {"number": free}
    return _("Each further step leaves a cube behind.")
