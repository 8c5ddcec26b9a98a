"""Who may read what. Every read takes a `Scope`; there is no read without one."""

from dataclasses import dataclass

DEFAULT_AGENT = "me"


@dataclass(frozen=True, slots=True)
class Scope:
    """The three axes that keep memories apart inside one profile.

    `agent` is exact. `project` X reads X and the global pool (''). `channel` X reads X and the channel-less ('').
    The empty project or channel is the global pool alone; `everything` (the owner at the screen) reads all projects
    and channels of the agent.
    """

    agent: str = DEFAULT_AGENT
    project: str = ""
    channel: str = ""
    everything: bool = False

    def reads(self, other: "Scope") -> bool:
        """Whether a row that lives in `other` may be read."""
        inside = other.project in ("", self.project) and other.channel in ("", self.channel)
        return self.agent == other.agent and (self.everything or inside)


OWNER = Scope(everything=True)
"""The person at the screen, who sees all of the profile's own agent."""

EVERYONE = Scope(agent="", everything=True)
"""All agents: only for upkeep that shows nobody anything (the learning queue, indexing, backups)."""
