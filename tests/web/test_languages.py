"""Everything the engine says can be told in every language, and the files of translations are up to date."""

import ast
import copy
import json
import pickle
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st

import century
from century.engine.actions import ACTIONS, DECISIONS
from century.engine.match import Match
from century.rulebook import numbers_in
from century.web.render import languages
from century.words import N_, Phrase, named, say, translated

SOURCES = Path(century.__file__).parent
TRANSLATED = [language for language in languages.LANGUAGES if language != "en"]
german = languages.translations("de").gettext


@cache
def messages() -> dict[str, list[str]]:
    return languages.messages()


def places(text: str) -> set[str]:
    """The places for values, of both styles."""
    return set(re.findall(r"\{(\w*)[^{}]*\}", text)) | set(re.findall(r"%\((\w+)\)", text))


def forms(text: str | Collection[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def messages_in(language: str) -> Iterator[Message]:
    return (message for message in languages._translated(language) if message.id)


# --- words ----------------------------------------------------------------------------------------


def test_what_is_said_is_a_plain_string() -> None:
    said = say("{count} cubes, {what} lost", count=np.int64(3), what=say("nothing"))
    assert said == "3 cubes, nothing lost"
    assert hash(said) == hash("3 cubes, nothing lost")
    assert json.dumps({"text": said}) == '{"text": "3 cubes, nothing lost"}'
    assert type(said + "!") is str
    assert repr(said) == "'3 cubes, nothing lost'"
    assert (said.message, said.values["what"]) == ("{count} cubes, {what} lost", "nothing")


@pytest.mark.parametrize("twin_of", [lambda said: pickle.loads(pickle.dumps(said)), copy.copy, copy.deepcopy])
def test_what_is_said_can_be_copied(twin_of) -> None:  # type: ignore[no-untyped-def]
    said = say("{name} cannot answer {answer}: {reason}", name="Ann", answer="'rest'", reason=say("nothing"))
    twin = twin_of(said)
    assert type(twin) is Phrase
    assert twin == said
    assert (twin.message, twin.values) == (said.message, said.values)
    assert type(twin.values["reason"]) is Phrase


def test_what_is_said_is_told_with_all_that_is_in_it() -> None:
    said = say("the card costs {cost}, you have {there} (ANW-E16)", cost="YY", there=say("nothing"))
    assert said.translated(german) == "Die Karte kostet YY, du hast nichts (ANW-E16)"
    assert said.translated(str) == said
    nested = say("line {line}: {what}", line=3, what=said)
    assert nested.translated(german) == "Zeile 3: Die Karte kostet YY, du hast nichts (ANW-E16)"


def test_values_are_put_in_as_they_are() -> None:
    said = say("line {line}: {what}", line="{0}", what="nothing")
    assert said.translated(german) == "Zeile {0}: nothing"
    assert say("{message} {self}", message=1, self=2) == "1 2"


def test_marked_texts_and_nothing_are_told_too() -> None:
    assert translated(N_("point cards"), german) == "Punktekarten"
    assert translated(named("native_help"), german) == "Hilfe der Einheimischen"
    assert translated("", german) == translated(say(""), german) == ""
    assert translated("never heard of", german) == "never heard of"


def test_an_error_remembers_what_was_said() -> None:
    match = century.game("spice-road").new(players=2, seed=7, start=0, interpreted=True, names=["Ann", "{Bo}"])
    with pytest.raises(century.IllegalAction) as refused:
        match.play("rest")
    error = pickle.loads(pickle.dumps(refused.value))
    expected = "Ann kann nicht 'rest' wählen: Es ist keine Karte gespielt, und ein anderer Zug ist möglich (SR-E4)"
    assert translated(error.said, german) == expected
    assert str(error) == "Ann cannot answer 'rest': no card has been played, and another turn is possible (SR-E4)"
    assert century.CenturyError().said == ""
    assert century.CenturyError("plain").said == "plain"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 9}, "Spielerzahl von eastern-wonders: Erlaubt ist eine ganze Zahl von 2 bis 4, nicht 9"),
        ({"start": 2}, "Platz der Startperson: Erlaubt ist eine ganze Zahl von 0 bis 1, nicht 2"),
        ({"map": "atol"}, "Seekarte 'atol' gibt es nicht (meintest du atoll?); es gibt: first_game, atoll"),
        ({"names": ["Ann"]}, "Für 2 Personen braucht es eine Liste von 2 Namen, nicht ['Ann']"),
    ],
)
def test_wrong_options_are_told(options: dict[str, object], expected: str) -> None:
    with pytest.raises(century.CenturyError) as refused:
        century.game("eastern-wonders").new(interpreted=True, **options)  # type: ignore[arg-type]
    assert translated(refused.value.said, german).startswith(expected)


def test_an_error_in_a_record_is_told() -> None:
    with pytest.raises(century.RecordError) as refused:
        century.replay("century record 1\ncentury: 0.1.0\ngame: spice-raod\nplayers: 2\nseed: 1\n\nend: x")
    assert str(refused.value).startswith(
        "line 3: unknown game 'spice-raod' (did you mean spice-road?); available: spice"
    )
    assert translated(refused.value.said, german).startswith(
        "Zeile 3: Spiel 'spice-raod' gibt es nicht (meintest du spice-r"
    )


# --- the choice of a language ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "chosen", "expected"),
    [
        ("", None, "en"),
        ("de", None, "de"),
        ("de-DE,de;q=0.9,en;q=0.8", None, "de"),
        ("en-GB,en;q=0.9,de;q=0.8", None, "en"),
        ("fr, DE-at;q=0.5, en;q=0.4", None, "de"),
        ("de;q=0.4,*;q=0.8", None, "en"),
        ("de ; q = 0.9 , en;q=0.1", None, "de"),
        ("en;q=0,de;q=0.001", None, "de"),
        ("de;q=0", None, "en"),
        ("fr,zh-Hant-TW", None, "en"),
        ("de", "en", "en"),
        ("en", "de", "de"),
        ("de", "xx", "de"),
        ("de;q=2,en;q=0.1", None, "en"),
        ("de;q=nan", None, "en"),
        (";;,,=,q=1;de,\x00", None, "en"),
        ("de" * 10_000, None, "en"),
        ("-".join(["de"] * 10_000) + "!", None, "en"),
    ],
)
def test_the_best_language(accepted: str, chosen: str | None, expected: str) -> None:
    assert languages.best(accepted, chosen) == expected


@given(st.text() | st.text("den-;q=,.019* "), st.none() | st.text())
def test_no_header_makes_trouble(accepted: str, chosen: str | None) -> None:
    assert languages.best(accepted, chosen) in languages.LANGUAGES


@pytest.mark.parametrize("language", ["en", "xx", "", "../../secret", "de.po"])
def test_a_language_without_translations_says_what_the_source_says(language: str) -> None:
    assert languages.translations(language).gettext("point cards") == "point cards"


def test_translations_are_made_once() -> None:
    assert languages.translations("de") is languages.translations("de")


# --- the files of translations --------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_up_to_date(language: str) -> None:
    assert languages.updated(language) == languages._file(language).read_text("utf-8"), "run make messages"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert languages.untranslated(language) == []
    assert {forms(message.id)[0] for message in messages_in(language)} == set(messages())
    assert not [message.id for message in languages._translated(language).obsolete.values()]


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_places_and_rule_numbers(language: str) -> None:
    for message in messages_in(language):
        wanted, here = forms(message.id)[-1], forms(message.string)
        for text in here:
            same = places(text) == places(wanted)
            assert same or (len(here) > 1 and places(text) < places(wanted)), message.id
            assert numbers_in(text) == numbers_in(wanted), message.id
            assert text == text.strip() or wanted != wanted.strip(), message.id


def test_a_new_language_begins_with_all_messages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(languages, "_LOCALE", tmp_path)
    text = languages.updated("fr")
    assert '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"' in text
    languages._file("fr").write_text(text, "utf-8")
    assert languages.updated("fr") == text
    assert set(languages.untranslated("fr")) == set(messages())


def test_messages_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "web" / "render" / "templates" / "parts").mkdir(parents=True)
    (tmp_path / "web" / "render" / "templates" / "parts" / "a.html").write_text(
        '<p title="{{ _("in a tag") }}">{{ gettext("with %(name)s", name=who) }}</p>'
        "{% trans %}a block{% endtrans %}"
        "{% trans count=number %}{{ count }} card{% pluralize %}{{ count }} cards{% endtrans %}"
    )
    (tmp_path / "page.py").write_text(
        'a = f"<text>{_("in an f-string")}</text>"\n'
        'b = say("around {inner}", inner=say("inside"))\n'
        'c = self.ngettext("{n} cube", "{n} cubes", n) + _("in two" " parts") + _(variable)\n'
        'd = _decision("turn", "the words")\n'
        'e = other("not this")\n'
        'f = pgettext("a context", "in it")\n'.replace('_("in an f-string")', "_('in an f-string')")
    )
    found = {message.id for message in languages.in_sources(tmp_path) if message.id}
    assert found == {
        "in a tag",
        "with %(name)s",
        "a block",
        ("%(count)s card", "%(count)s cards"),
        "in an f-string",
        "around {inner}",
        "inside",
        ("{n} cube", "{n} cubes"),
        "in two parts",
        "the words",
        "in it",
    }


# --- what the engine says -------------------------------------------------------------------------


@pytest.mark.parametrize("name", century.games())
def test_what_a_game_declares_is_among_the_messages(name: str) -> None:
    game = century.game(name)
    assert game.title in messages()
    assert {item.name for item in game.scoring} <= set(messages())
    assert set(game.settings) <= set(messages())
    for edition in (None, *game.editions):
        assert set(game.catalogue().words(edition).values()) <= set(messages())


def test_questions_are_among_the_messages() -> None:
    assert {decision.words for decision in DECISIONS} <= set(messages())


def closed_answers(match: Match) -> Iterator[str]:
    """Why each answer to the question that is not open is not."""
    legal = {action.id for action in match.actions()}
    for choice in match.choices():
        for index in range(len(choice.block.labels)):
            if choice.block + index not in legal:
                yield choice.why_not(match.state, match.box, index)


@pytest.mark.parametrize("name", century.games())
def test_what_is_said_in_play_can_be_told(name: str) -> None:
    match = century.game(name).new(players=3, seed=5, interpreted=True)
    generator = np.random.default_rng(5)
    said, codes = set[str](), set[str]()
    for _ in range(150):
        view = match.view()
        codes |= {place["does"] for place in view.get("locations", []) if "does" in place}
        codes |= {named(kind) for kind in view.get("bonus_piles", {})}
        codes |= {named(place["circle"]) for place in view.get("locations", []) if place["circle"]}
        codes |= {named(card["symbol"]) for card in view.get("forts", []) if card}
        for text in (view["question"]["text"], *closed_answers(match), match._refusal(ACTIONS[-1])):
            if text not in said:
                assert isinstance(text, Phrase), text
                assert text.message in messages()
                assert text.translated(german) not in ("", text), text
                said.add(text)
        match.play(match.actions()[generator.integers(len(match.actions()))])
    assert len(said) > 10
    assert codes <= set(messages())


@pytest.mark.parametrize("path", sorted(SOURCES.glob("mechanisms/*/*.py")), ids=lambda path: "/".join(path.parts[-2:]))
def test_every_reason_is_said(path: Path) -> None:
    """Those that random play does not meet, too."""
    reasons: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name="why_not"):
                reasons += [ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Return)]
            case ast.ClassDef():
                closed = [each for each in node.body if isinstance(each, ast.Assign) and "closed" in ast.unparse(each)]
                reasons += [f"return {ast.unparse(each.value)}" for each in closed]
    for reason in reasons:
        assert reason == "return cls.closed" or re.match(r"return (say|.+\.why_not)\(", reason), reason
