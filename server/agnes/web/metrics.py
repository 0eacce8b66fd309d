"""What is counted for Prometheus, at `/metrics`."""

from prometheus_client import CONTENT_TYPE_LATEST, Gauge, generate_latest
from starlette.requests import Request
from starlette.responses import Response

SOCKETS = Gauge("agnes_sockets", "Websockets that are open in this process.")


async def metrics(_: Request) -> Response:
    return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})
