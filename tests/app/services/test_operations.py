"""Who may ask for what, and where they read."""

import pytest

from app.domain.errors import BadInput, DamagedFile, ModelUnavailable, ProfileBusy, Told
from app.domain.scope import Scope
from app.services import operations
from app.services.request import Request
from app.services.wire import request_in, request_line, told_in, told_line
from tests.stories.conftest import Person


def allow(person: Person) -> None:
    settings = person.workspace.settings.with_changes({"mcp_allowed": True, "mcp_project": "theirs"})
    person.workspace.change_settings(settings)


@pytest.mark.parametrize("name", sorted(operations.OWN))
def test_what_is_the_users_own_is_no_operation_for_agents(person: Person, name: str):
    allow(person)
    with pytest.raises(BadInput, match="no operation"):
        operations.perform(person.desk, Request(name, {"everything": True}, "mcp", "Claude"))


def test_the_tables_have_no_name_in_common():
    assert not set(operations.OWN) & set(operations.OPERATIONS)
    known = {*operations.OWN, *operations.OPERATIONS}
    assert not (operations.NEEDS_INDEXES | operations.WAITS_FOR_LEARNING) - known


def test_the_user_chooses_where_to_read_and_an_agent_does_not(person: Person):
    allow(person)
    chosen = Request("recall", {}, "cli", "tsumugi", project=" mine ", channel="here")
    assert operations.caller_of(person.desk, chosen).scope == Scope("me", "mine", "here")
    assert operations.caller_of(person.desk, Request("recall", {})).scope == person.desk.scope
    agents = Request("recall", {}, "mcp", "Claude", project="mine", channel="here")
    assert operations.caller_of(person.desk, agents).scope == Scope("me", "theirs", "")


def test_a_request_travels_whole():
    for request in (
        Request("recall", {"query": "凛"}, "cli", "tsumugi", True, "mine", ""),
        Request("recall", {}, "mcp", "Claude"),
    ):
        assert request_in(request_line(request)) == request


@pytest.mark.parametrize(
    "error",
    [
        ProfileBusy(),
        DamagedFile(),
        ModelUnavailable("The model “{model}” gave an empty answer.", model="any"),
        BadInput("“{name}” must be a text.", name="query"),
    ],
)
def test_an_error_travels_with_its_sort(error: Told):
    came = told_in(told_line(error))
    assert type(came) is type(error) and str(came) == str(error) and came.details == error.details


def test_an_error_of_another_sort_is_still_told():
    came = told_in({"told": "This is no archive of Tsumugi.", "details": {}, "kind": "ForeignArchive"})
    assert type(came) is Told and str(came) == "This is no archive of Tsumugi."
