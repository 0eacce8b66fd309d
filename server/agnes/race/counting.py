"""What a finished race counts for: who has won, who has raced whom. Pure.

A race counts that two people or more have played on a deal nobody named. Bots count nowhere, neither as
winners nor as beaten.
"""

from collections.abc import Sequence

from agnes.race.race import Race
from agnes.race.seat import Seat


def people_of(race: Race) -> Sequence[Seat]:
    return [seat for seat in race.seats if not seat.bot]


def counts(race: Race) -> bool:
    """Whether the race, once finished, counts for the leaderboard of wins."""
    return race.terms.daily is None and race.terms.named_deal is None and len(people_of(race)) > 1


def winners(race: Race) -> list[str]:
    """Whom nobody among the people has beaten, and who has beaten somebody; several if they are level."""
    values = {seat.player: (seat.line.points, -seat.line.t_ms) for seat in people_of(race)}
    best, worst = max(values.values()), min(values.values())
    return [player for player, value in values.items() if value == best] if best > worst else []
