"""The client of the whole interface, generated from its OpenAPI document."""

from tracewell.api.async_client import AsyncApi
from tracewell.api.client import Api

__all__ = ["Api", "AsyncApi"]
