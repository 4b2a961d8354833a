"""A service that answers as a test says, and the real one with fake model vendors, where Node is at hand."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

import tracewell
from tracewell._instrument import set_tracewell

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
OPERATOR = "operator-token-of-the-python-tests"

Answer = tuple[int, Any]


@dataclass
class FakeService:
    """Answers on a real socket. `answer` gets the path and the body, and returns the status and the JSON."""

    url: str = ""
    answer: Callable[[str, Any], Answer] = lambda path, body: (200, {})
    delay: float = 0.0
    seen: list[tuple[str, Any]] = field(default_factory=list)
    server: Any = None

    def spans(self) -> list[dict[str, Any]]:
        """Of the requests that were answered."""
        bodies = [body for path, body in self.seen if path.startswith("/otel/v1/traces")]
        return [s for body in bodies for r in body["resourceSpans"] for c in r["scopeSpans"] for s in c["spans"]]

    def span(self, name: str) -> dict[str, Any]:
        found = [span for span in self.spans() if span["name"] == name]
        assert len(found) == 1, (name, [span["name"] for span in self.spans()])
        return {**found[0], "attributes": attributes_of(found[0])}

    def scores(self) -> list[dict[str, Any]]:
        return [score for path, body in self.seen if path == "/v1/scores" for score in body["scores"]]


def attributes_of(span: dict[str, Any]) -> dict[str, Any]:
    return {each["key"]: next(iter(each["value"].values())) for each in span["attributes"]}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def start_fake(port: int = 0) -> FakeService:
    fake = FakeService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _do(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            raw = self.rfile.read(length)
            body = json.loads(raw) if raw else None
            time.sleep(fake.delay)
            status, answer = fake.answer(self.path, body)
            if status < 300:
                fake.seen.append((self.path, body))
            out = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(out)))
            if isinstance(answer, dict) and "retryAfter" in answer:
                self.send_header("retry-after", str(answer["retryAfter"]))
            self.end_headers()
            self.wfile.write(out)

        do_GET = do_POST = do_PUT = _do

        def log_message(self, *args: Any) -> None:
            pass

    server = _Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fake.server = server
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    return fake


@pytest.fixture
def fake() -> Iterator[FakeService]:
    service = start_fake()
    yield service
    service.server.shutdown()
    service.server.server_close()


@pytest.fixture
def errors() -> list[str]:
    return []


@pytest.fixture
def tw(fake: FakeService, errors: list[str]) -> Iterator[tracewell.Tracewell]:
    made = tracewell.init(
        url=fake.url,
        api_key="twl_test",
        service="tests",
        delay=0.02,
        on_error=lambda error: errors.append(str(error)),
        instrument=False,
        sigterm=False,
    )
    yield made
    fake.delay = 0
    made.close(timeout=0.2)
    set_tracewell(None)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def call(url: str, method: str, key: str, body: Any = None) -> Any:
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method), timeout=30) as reply:
        text = reply.read()
    return json.loads(text) if text else None


@dataclass
class Product:
    url: str
    key: str
    models: str


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The started service, with an account that stores content, and the fake models of `clients/`."""
    node = ROOT / "node_modules/.bin/node"
    launcher = ROOT / "server/bin/tracewell-server.js"
    if not node.exists():
        found = shutil.which("node")
        if found is None or not launcher.exists():
            pytest.skip("no Node and no service here")
        node = Path(found)
    port, models = free_port(), free_port()
    folder = tmp_path_factory.mktemp("service")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PORT": str(port),
        "TRACEWELL_DATA_DIR": str(folder / "data"),
        "TRACEWELL_GRPC": "off",
        "TRACEWELL_OPERATOR_TOKEN": OPERATOR,
    }
    log = (folder / "log").open("wb")
    programs = [
        subprocess.Popen([node, launcher, "serve"], env=env, stdout=log, stderr=log),
        subprocess.Popen(
            [node, ROOT / "clients/model-server/server.ts", str(models)], env=env, stdout=log, stderr=log
        ),
    ]
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 120
        while True:
            try:
                call(f"{url}/v1/health", "GET", "")
                urlopen(f"http://127.0.0.1:{models}/", timeout=5)
            except URLError as error:
                if getattr(error, "code", None) == 404:
                    break
                assert time.monotonic() < until, (folder / "log").read_text()
                time.sleep(0.2)
        account = {"email": "python@example.com", "password": "correct horse battery", "plan": "team"}
        key = call(f"{url}/operator/accounts", "POST", OPERATOR, account)["apiKey"]
        call(f"{url}/v1/account/consents/plaintext-storage", "PUT", key)
        yield Product(url, key, f"http://127.0.0.1:{models}")
    finally:
        for program in programs:
            program.terminate()
        for program in programs:
            program.wait(30)


@pytest.fixture
def live(product: Product, errors: list[str]) -> Iterator[tracewell.Tracewell]:
    made = tracewell.init(
        url=product.url,
        api_key=product.key,
        service="tests",
        delay=0.05,
        on_error=lambda error: errors.append(str(error)),
        instrument=False,
        sigterm=False,
    )
    yield made
    made.close()
    set_tracewell(None)
