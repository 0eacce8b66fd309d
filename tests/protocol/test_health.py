"""What those who run the server ask it."""

from tests.protocol.arena import running
from tests.protocol.client import Crowd


async def test_it_lives_and_can_serve(crowd: Crowd) -> None:
    for path in ("/healthz", "/readyz"):
        assert (await crowd.http.get(path)).status_code == 200


async def test_metrics_are_readable_and_name_nobody(crowd: Crowd) -> None:
    started = await running(crowd, "Adalbert")
    await started.seats[0].played(["D"])
    answer = await crowd.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert "# TYPE" in answer.text
    for private in ("Adalbert", started.people[0].id, started.people[0].token, started.race_id):
        assert private not in answer.text
