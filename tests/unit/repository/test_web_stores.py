"""What the screen and the settings page keep and show, without a browser."""

from __future__ import annotations

import pytest

from ...support.web_store import run_store


def test_the_newest_turn_is_open_and_closes_when_a_newer_one_comes():
    # A browser tells of each element that opens, also if the page itself opened it.
    opened = run_store(
        "screen-turns-store.js",
        """
        const [first, second] = [{ id: "1" }, { id: "2" }];
        store.turns = [first];
        store.remember(first, store.isOpen(first));
        store.turns = [second, first];
        return [second, first].map((turn) => store.isOpen(turn));
        """,
    )
    assert opened == [True, False]


def test_a_turn_that_the_user_opens_or_closes_stays_so():
    opened = run_store(
        "screen-turns-store.js",
        """
        const [first, second, third] = [{ id: "1" }, { id: "2" }, { id: "3" }];
        store.turns = [second, first];
        store.remember(first, true);
        store.remember(second, false);
        store.turns = [third, second, first];
        return [third, second, first].map((turn) => store.isOpen(turn));
        """,
    )
    assert opened == [True, False, True]


def test_a_state_that_cannot_be_told_is_named_in_its_place():
    problem = "config.json cannot be read; delete it"
    words = run_store(
        "screen-state-store.js",
        "await store.open(); return [store.words(), store.findings];",
        {"error": problem},
    )
    assert words == [problem, []]


OVERRIDDEN = {"overrides": {"neo4j_uri": "NEO4J_URI"}, "packages": {"state": "missing"}}


def test_where_the_environment_names_the_server_the_page_shows_what_belongs_to_it():
    for is_local, saved in ((False, "local"), (True, "bolt://db.example:7687")):
        shown = run_store(
            "graphrag-config-store.js",
            f"await store.refresh(''); return store.isLocal({{ neo4j_uri: '{saved}' }});",
            {**OVERRIDDEN, "is_local": is_local},
        )
        assert shown is is_local


def test_where_nothing_overrides_the_page_the_choice_on_it_counts_before_it_is_saved():
    shown = run_store(
        "graphrag-config-store.js",
        "await store.refresh(''); return store.isLocal({ neo4j_uri: 'bolt://db.example:7687' });",
        {**OVERRIDDEN, "overrides": {}, "is_local": True},
    )
    assert shown is False


def test_a_message_without_text_is_no_failure_and_a_turn_of_another_day_shows_its_date():
    title, failed, today, earlier = run_store(
        "screen-turns-store.js",
        """
        const at = new Date().toISOString();
        const turn = { message: "", chat: "c", folder: "", iterations: 1, at };
        const old = { ...turn, at: "2020-05-03T12:00:00+00:00" };
        const titles = [turn, { ...turn, chat: "" }].map((each) => store.title(each));
        return [...titles, store.when(turn), store.when(old)];
        """,
    )
    assert "failed" not in title
    assert "failed" in failed
    assert "2020" in earlier
    assert len(today) < len(earlier)


STATE_STORES = ("graphrag-config-store.js", "screen-state-store.js")
"""The stores that read the state every second."""


def state(**changed):
    """What the plugin says of itself."""
    local = {"state": "running", "words": "Neo4j is running.", "percent": None}
    look = {"folder": "default", "when": "1 s ago", "words": "nothing to write"}
    return {
        "words": "On.",
        "icon": "info",
        "warnings": [],
        "local": local,
        "sync": [look],
    } | changed


@pytest.mark.parametrize("store", STATE_STORES)
def test_what_has_not_changed_is_not_drawn_again(store):
    # Otherwise a selected text is lost every second, and a screen reader repeats it.
    later = [{"folder": "default", "when": "2 s ago", "words": "nothing to write"}]
    same = run_store(
        store,
        """
        const assigned = [];
        const watched = (tree, path) => new Proxy(tree, {
          set(target, key, value) {
            if (target[key] !== value) assigned.push(path + key);
            target[key] = value;
            return true;
          },
        });
        await store.refresh("");
        const first = store.state;
        first.local = watched(first.local, "local.");
        first.sync[0] = watched(first.sync[0], "sync.");
        store.state = watched(first, "");
        await store.refresh("");
        return assigned;
        """,
        state(),
        state(sync=later),
    )
    assert same == ["sync.when"]


@pytest.mark.parametrize("store", STATE_STORES)
def test_an_answer_about_another_project_is_not_shown(store):
    shown = run_store(
        store,
        """
        const first = store.look("projects/one");
        store._folder = "projects/two";
        await first;
        return store.state;
        """,
        state(),
    )
    assert shown is None


def test_the_checks_run_again_once_neo4j_has_started():
    findings = [{"name": "local neo4j", "state": "ok", "detail": "Neo4j is running"}]
    starting = state(local={"state": "starting", "words": "Starting.", "percent": None})
    found = run_store(
        "screen-state-store.js",
        """
        const seen = [];
        for (let look = 0; look < 3; look++) {
          await store.refresh();
          seen.push(store.findings.length);
        }
        return seen;
        """,
        starting,
        starting,
        state(),
        {"findings": findings},
    )
    assert found == [0, 0, 1]


@pytest.mark.parametrize("store", STATE_STORES)
def test_a_state_that_cannot_be_read_is_told_once_and_stays_on_the_page(store):
    told = run_store(
        store,
        "await store.refresh(''); await store.refresh(''); return [store.words(), told.length];",
    )
    assert told == ["The state cannot be read.", 1]


def test_the_first_comparison_of_a_large_memory_is_not_taken_for_none():
    off, none, first, later = (
        run_store("screen-state-store.js", "await store.refresh(); return store.syncWords;", told)
        for told in (
            state(follows_memory=False, sync=[], is_comparing=False),
            state(follows_memory=True, sync=[], is_comparing=False),
            state(follows_memory=True, sync=[], is_comparing=True),
            state(follows_memory=True, is_comparing=True),
        )
    )
    assert "off" in off
    assert "has not been compared" in none
    assert "is being compared" in first
    assert later == ""


KNOWN = {
    "size": {"documents": 2, "entities": 1, "mentions": 2},
    "entities": [{"id": "name:mara", "name": "Mara", "type": "name", "df": 2, "aliases": []}],
    "has_more": False,
    "outdated": [],
    "listed": {"ruled_out": [], "joined": []},
}


def test_a_list_that_another_window_has_changed_is_read_again():
    listed = run_store(
        "screen-memory-store.js",
        """
        store.listed = { ruled_out: ["Mara"], joined: [] };
        await store.change("undo", "Mara");
        return [told.length, store.listed.ruled_out];
        """,
        {"error": "'Mara' is not on the list"},
        KNOWN,
    )
    assert listed == [1, []]


def test_after_a_change_the_graph_is_read_again_while_the_tab_is_open():
    shown = run_store(
        "screen-memory-store.js",
        """
        await store.change("rule_out", "Mara");
        const at = store._looks.length;
        const now = Date.now;
        Date.now = () => now() + 4000;
        await store.follow();
        await store.follow();
        return [at - store._looks.length, store.entities.length];
        """,
        {"listed": {"ruled_out": ["Mara"], "joined": []}},
        KNOWN,
        {**KNOWN, "entities": []},
    )
    assert shown == [1, 0]


def test_after_a_change_the_names_that_were_looked_for_stay_in_place():
    kept, joined = run_store(
        "screen-memory-store.js",
        """
        const places = [];
        for (const action of ["rule_out", "join"]) {
          Object.assign(store, { text: "mar", page: 2, joining: action === "join" ? "Mara" : "" });
          await store.change(action, "Mara", "Maria");
          await store.refresh();
          places.push([store.text, store.page, store.joining]);
        }
        return places;
        """,
        KNOWN,
    )
    assert kept == ["mar", 2, ""]
    assert joined == ["", 0, ""]


def test_a_graph_that_is_still_being_read_is_no_empty_tab():
    notes = run_store(
        "screen-memory-store.js",
        "const opening = store.open(); const note = store.note; await opening; "
        "return [note, store.note];",
        KNOWN,
    )
    assert notes == ["Reading the graph...", ""]


def test_the_arrow_keys_go_round_the_tabs():
    opened = run_store(
        "screen-store.js",
        """
        globalThis.document = { getElementById: () => null };
        return [1, 1, 1, 1, -1].map((step) => { store.move(step); return store.tab; });
        """,
    )
    assert opened == ["graph", "memory", "state", "turns", "state"]


def test_a_memory_is_chosen_only_where_the_choice_changes_something():
    shown = run_store(
        "screen-store.js",
        "await store.open(); "
        "return store.tabs.map((tab) => { store.show(tab.name); return store.hasChoice; });",
        {"folder": "default", "folders": ["default", "projects/shop"]},
    )
    assert shown == [False, True, True, True]


def test_a_picture_that_cannot_be_drawn_says_why_in_its_place():
    problem = "config.json cannot be read; delete it"
    notes = run_store(
        "screen-graph-store.js",
        """
        Object.assign(globalThis, { addEventListener: () => {}, document: { body: null } });
        globalThis.MutationObserver = class { observe() {} };
        await store.open({ querySelector: () => null });
        const notes = [store.note];
        await store.ask();
        return [...notes, store.note, store.isBusy];
        """,
        {"error": problem},
        {"error": "nothing in the graph mentions 'Mara'"},
    )
    assert notes == [problem, "nothing in the graph mentions 'Mara'", False]


def test_why_links_were_not_followed_is_said_in_words():
    figures = run_store(
        "screen-turns-store.js",
        """
        const counts = { documents: 3 };
        const findings = { confidence: 0.2, relevance: null, names: [], counts };
        findings.skipped = "low_confidence";
        return store.figures({ ms: 20, id: "1", findings });
        """,
    )
    shown = {figure["name"]: figure["value"] for figure in figures}
    assert shown["links not followed"] == "low confidence"
    assert shown["documents"] == 3
