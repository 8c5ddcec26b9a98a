"""Items are made of what recall found; relations add evidence inside them and nothing else. Values alone, no store."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.domain.episode import Episode
from app.domain.ids import ConversationId, EntityId, EpisodeId, Ref, SessionId
from app.domain.item import SEED, Limits, Reconstruction
from app.memory.recall.reconstruct import reconstruct
from app.memory.recall.web import Link, Told, Web
from app.storage.walks import Beside
from tests import builders as build

ALICE, ACME, BEN = EntityId(1), EntityId(2), EntityId(3)


def said(number: int, text: str = "", session: int | None = None, **rest: object) -> Episode:
    """An episode of a conversation of its own unless a session is given."""
    home = session or 100 + number
    return build.episode(
        text or f"words {number}",
        id=number,
        at=build.NOON + timedelta(days=number),
        **{"session": SessionId(home), "conversation": ConversationId(home), **rest},
    )


def beside(here: int, there: int, predicate: str = "works_with", latest: str = "2026-01-01", total: int = 1) -> Beside:
    return Beside(EntityId(here), EntityId(there), predicate, latest, total)


def web(*reachable: Episode, derived: tuple[Link, ...] = (), **rest: object) -> Web:
    known = {EpisodeId(one.id): one for one in reachable}
    links = (*rest.get("links", ()), *derived)  # type: ignore[misc]
    return Web(told=lambda ids: Told({number: known[number] for number in ids}, links), **rest)  # type: ignore[arg-type]


def related(pool: list[Episode], reached: list[Episode]) -> Web:
    """The first of the pool mentions Alice; she is related to Acme, which `reached` mention."""
    return web(
        *pool,
        *reached,
        mentions={EpisodeId(pool[0].id): (ALICE,)},
        beside={ALICE: (beside(1, 2),), ACME: (beside(2, 1),)},
        records={ACME: tuple(EpisodeId(one.id) for one in reached)},
    )


def heads(found: Reconstruction) -> list[Ref]:
    return [item.head_ref for item in found.items]


def reasons(found: Reconstruction) -> dict[str, str]:
    return {str(claim.ref): claim.why for item in found.items for claim in item.claims}


# ── the empty graph ────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_relations_it_is_as_if_there_were_no_graph():
    pool = [said(1), said(2)]
    mentioned = web(*pool, said(3), mentions={EpisodeId(1): (ALICE,)}, records={ALICE: (EpisodeId(3),)})
    assert reconstruct(pool, mentioned, Limits()) == reconstruct(pool, web(*pool), Limits())


def test_naming_the_same_entity_bundles_nothing():
    pool = [said(1), said(2)]
    shared = web(*pool, mentions={EpisodeId(1): (ALICE,), EpisodeId(2): (ALICE,)})
    assert heads(reconstruct(pool, shared, Limits())) == [Ref("ep", 1), Ref("ep", 2)]


def test_nothing_found_says_so():
    found = reconstruct([], Web(), Limits())
    assert (found.items, found.shortfall_reason, found.bounds) == ((), "nothing_found", None)


# ── bundling ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_keys_bundle_in_their_order():
    pool = [said(1, "the same"), said(2, "the same"), said(3, session=9), said(4, session=9)]
    found = reconstruct(pool, web(*pool), Limits())
    assert [item.independence_reason for item in found.items] == ["cluster:msg_id", "cluster:session"]
    assert reasons(found) == {"ep:1": SEED, "ep:2": "cluster:msg_id", "ep:3": SEED, "ep:4": "cluster:session"}


def test_a_conversation_taken_up_again_is_adjacent():
    first = said(1, session=1, conversation=ConversationId(5))
    soon = replace(said(2, session=2, conversation=ConversationId(5)), said_at=first.said_at + timedelta(hours=3))
    late = said(9, session=3, conversation=ConversationId(5))
    found = reconstruct([first, soon, late], web(first, soon, late), Limits())
    assert [item.independence_reason for item in found.items] == ["cluster:adjacent", SEED]


def test_a_declared_relation_between_records_bundles_and_gives_its_role():
    pool = [said(1), said(2)]
    linked = web(*pool, links=(Link(Ref("ep", 2), "corrects", Ref("ep", 1)),))
    (item,) = reconstruct(pool, linked, Limits()).items
    assert item.independence_reason == "cluster:relation"
    assert [(claim.why, claim.hops) for claim in item.claims] == [(SEED, None), ("relation:corrects", None)]
    assert [(role.name, role.of) for role in item.claims[1].roles] == [("corrects", Ref("ep", 1))]


def test_another_predicate_bundles_too_but_is_no_role():
    pool = [said(1), said(2)]
    (item,) = reconstruct(pool, web(*pool, links=(Link(Ref("ep", 1), "answers", Ref("ep", 2)),)), Limits()).items
    assert [claim.roles for claim in item.claims] == [(), ()]


def test_a_derived_link_gives_a_role_and_bundles_nothing():
    pool = [said(1), said(2)]
    derived = (Link(Ref("ep", 2), "supersedes", Ref("ep", 1)),)
    assert len(reconstruct(pool, web(*pool, derived=derived), Limits()).items) == 2
    pool = [said(1, session=7), said(2, session=7)]
    (item,) = reconstruct(pool, web(*pool, derived=derived), Limits()).items
    assert [[role.name for role in claim.roles] for claim in item.claims] == [[], ["supersedes"]]


def test_a_session_stands_for_its_turns():
    pool = [said(1), said(2, session=7)]
    (item,) = reconstruct(pool, web(*pool, links=(Link(Ref("ep", 1), "supports", Ref("ses", 7)),)), Limits()).items
    assert item.independence_reason == "cluster:relation"


def test_contradicting_records_of_an_item_are_its_conflict():
    pool = [said(1), said(2)]
    (item,) = reconstruct(pool, web(*pool, links=(Link(Ref("ep", 1), "contradicts", Ref("ep", 2)),)), Limits()).items
    assert item.conflicts == ((Ref("ep", 1), Ref("ep", 2)),)


# ── the walk ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_relations_reach_is_evidence_inside_the_item_that_led_there():
    pool, far = [said(1), said(2)], said(3)
    plain, walked = (reconstruct(pool, one, Limits()) for one in (web(*pool), related(pool, [far])))
    assert heads(walked) == heads(plain) == [Ref("ep", 1), Ref("ep", 2)]
    claims = {str(claim.ref): (claim.why, claim.hops) for claim in walked.items[0].claims}
    assert claims == {"ep:1": (SEED, None), "ep:3": ("relation:works_with", 1)}


def test_every_claim_says_why_it_is_there():
    found = reconstruct([said(1), said(2)], related([said(1), said(2)], [said(3), said(4)]), Limits())
    whys = [claim.why for item in found.items for claim in item.claims]
    assert all(why == SEED or why.startswith(("cluster:", "relation:")) for why in whys) and len(whys) == 4


def test_a_record_that_recall_found_stays_where_it_is():
    pool = [said(1), said(2)]
    found = reconstruct(pool, related(pool, [pool[1]]), Limits())
    assert heads(found) == [Ref("ep", 1), Ref("ep", 2)]
    assert [len(item.claims) for item in found.items] == [1, 1]


def test_a_record_that_two_items_reach_belongs_to_the_first():
    pool, far = [said(1), said(2)], said(3)
    both = replace(related(pool, [far]), mentions={EpisodeId(1): (ALICE,), EpisodeId(2): (ALICE,)})
    assert [len(item.claims) for item in reconstruct(pool, both, Limits()).items] == [2, 1]


def test_it_goes_no_further_than_the_hops_allow():
    pool, near, far = [said(1)], said(2), said(3)
    chain = web(
        *pool,
        near,
        far,
        mentions={EpisodeId(1): (ALICE,)},
        beside={ALICE: (beside(1, 2),), ACME: (beside(2, 1), beside(2, 3, "owned_by"))},
        records={ACME: (EpisodeId(2),), BEN: (EpisodeId(3),)},
    )
    hops = {number: reasons(reconstruct(pool, chain, Limits(max_hops=number))) for number in (0, 1, 2)}
    assert list(hops[0]) == ["ep:1"]
    assert hops[1] == {"ep:1": SEED, "ep:2": "relation:works_with"}
    assert hops[2] == {**hops[1], "ep:3": "relation:owned_by"}


def test_of_too_many_the_nearest_then_the_latest_declared_then_the_lowest_number_stay():
    pool, reached = [said(1)], [said(number) for number in (2, 3, 4, 5)]
    choice = web(
        *pool,
        *reached,
        mentions={EpisodeId(1): (ALICE,)},
        beside={ALICE: (beside(1, 2, latest="2026-01-01"), beside(1, 3, latest="2026-02-01"))},
        records={ACME: (EpisodeId(2), EpisodeId(4)), BEN: (EpisodeId(3), EpisodeId(5))},
    )
    kept = {
        number: sorted(set(reasons(reconstruct(pool, choice, Limits(max_evidence=number)))) - {"ep:1"})
        for number in (1, 2, 3)
    }
    assert kept == {1: ["ep:3"], 2: ["ep:3", "ep:5"], 3: ["ep:2", "ep:3", "ep:5"]}
    assert reconstruct(pool, choice, Limits(max_evidence=3)).bounds is not None


def test_what_found_no_place_is_counted():
    pool = [said(1)]
    found = reconstruct(pool, related(pool, [said(n) for n in range(2, 12)]), Limits(max_evidence=4))
    assert found.bounds is not None and (found.bounds.omitted, found.bounds.reached) == (6, ("max_evidence",))
    assert len(found.items[0].claims) == 5


# ── what is shown ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_count_never_changes_what_is_found():
    pool = [said(number) for number in range(1, 9)]
    everything = related(pool, [said(20), said(21)])
    whole = reconstruct(pool, everything, Limits(count=10))
    for count in range(1, 10):
        some = reconstruct(pool, everything, Limits(count=count))
        assert some.items == whole.items[:count] or count > 8
        assert some.effective_count == whole.effective_count == 8


@given(st.lists(st.integers(1, 1200), min_size=1, max_size=8), st.lists(st.integers(1, 6000), min_size=2, max_size=4))
def test_more_budget_never_removes_anything(lengths: list[int], budgets: list[int]):
    pool = [said(number, "x" * length + str(number)) for number, length in enumerate(lengths, start=1)]
    everything = related(pool, [said(50, "y" * 300), said(51, "z" * 100)])
    shown: list[set[object]] = []
    for budget in sorted(budgets):
        found = reconstruct(pool, everything, Limits(budget=budget))
        pieces: set[object] = {item.head_ref for item in found.items}
        pieces |= {(item.head_ref, one.ref) for item in found.items for one in item.excerpts}
        assert sum(len(item.content) + sum(len(one.text) for one in item.excerpts) for item in found.items) <= budget
        shown.append(pieces)
    assert all(less <= more for less, more in pairwise(shown))


def test_all_heads_come_before_any_excerpt():
    pool = [said(1, "a" * 100), said(2, "b" * 100)]
    everything = related(pool, [said(3, "c" * 100)])
    tight = reconstruct(pool, everything, Limits(budget=220))
    assert [item.excerpts for item in tight.items] == [(), ()]
    assert tight.items[0].claims_omitted == 1 and tight.budget_policy
    wide = reconstruct(pool, everything, Limits(budget=320))
    assert [len(item.excerpts) for item in wide.items] == [1, 0] and not wide.budget_policy


def test_claims_stand_in_order_of_time():
    pool = [said(5, session=3), said(2, session=3), said(9, session=3)]
    (item,) = reconstruct(pool, web(*pool), Limits()).items
    assert item.head_ref == Ref("ep", 5)
    assert [claim.ref.id for claim in item.claims] == [2, 5, 9]


def test_the_same_memory_gives_the_same_items():
    pool = [said(number) for number in range(1, 6)]
    everything = related(pool, [said(30), said(31)])
    assert reconstruct(pool, everything, Limits()) == reconstruct(pool, everything, Limits())


def test_a_secret_is_masked():
    pool = [said(1, "password: hunter2hunter2 for the router")]
    (item,) = reconstruct(pool, web(*pool), Limits()).items
    assert "hunter2" not in item.content
