"""What happens to spans when the service is away, slow, wrong or full, and when the program ends."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import FakeService, free_port, start_fake

import tracewell
from tracewell._content import fitting

RUN_SECONDS = 60


def run(program: str, *, url: str, expect: int = 0, **env: str) -> subprocess.CompletedProcess[str]:
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "TRACEWELL_URL": url, "TRACEWELL_API_KEY": "twl_test", **env},
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        check=False,
    )
    assert found.returncode == expect, found.stderr
    return found


SPANS = """
    import tracewell, os, sys, time, signal
    tracewell.init(instrument=False)
    for n in range(200):
        with tracewell.span(f"span {n}"):
            pass
"""


def test_nothing_is_lost_at_the_end(fake: FakeService) -> None:
    run(SPANS, url=fake.url)
    assert len(fake.spans()) == 200


def test_nothing_is_lost_when_the_program_fails(fake: FakeService) -> None:
    run(SPANS + "    raise SystemExit(3)", url=fake.url, expect=3)
    run(SPANS + "    raise ValueError('x')", url=fake.url, expect=1)
    assert len(fake.spans()) == 400


def test_nothing_is_lost_at_sigterm(fake: FakeService) -> None:
    run(SPANS + "    os.kill(os.getpid(), signal.SIGTERM); time.sleep(20)", url=fake.url, expect=-signal.SIGTERM)
    assert len(fake.spans()) == 200


def test_a_handler_of_the_program_stays(fake: FakeService) -> None:
    program = """
        import signal, os, tracewell
        signal.signal(signal.SIGTERM, lambda *_: print("mine"))
        tracewell.init(instrument=False)
        os.kill(os.getpid(), signal.SIGTERM)
    """
    assert run(program, url=fake.url).stdout == "mine\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forks_send_their_own_spans_once(fake: FakeService) -> None:
    program = """
        import os, sys, time, warnings, multiprocessing, tracewell
        warnings.simplefilter("ignore")
        tracewell.init(instrument=False)
        with tracewell.span("before"):
            pass
        def child():
            with tracewell.span("in process"):
                pass
        process = multiprocessing.get_context("fork").Process(target=child)
        process.start()
        process.join()
        pid = os.fork()
        with tracewell.span("child" if pid == 0 else "parent"):
            pass
        if pid:
            os.waitpid(pid, 0)
    """
    run(program, url=fake.url)
    assert sorted(span["name"] for span in fake.spans()) == ["before", "child", "in process", "parent"]


def test_a_service_that_is_away_costs_two_seconds_at_the_end() -> None:
    started = time.monotonic()
    found = run(SPANS, url=f"http://127.0.0.1:{free_port()}")
    assert time.monotonic() - started < 20
    lines = [line for line in found.stderr.splitlines() if line.startswith("tracewell:")]
    assert len(lines) == 2, found.stderr
    assert "cannot be reached" in lines[0]
    assert "200 spans" in lines[1]


def test_a_spool_keeps_them_for_the_next_run(tmp_path: Path, fake: FakeService) -> None:
    folder = tmp_path / "spool"
    found = run(SPANS, url=f"http://127.0.0.1:{free_port()}", TRACEWELL_SPOOL=str(folder))
    assert "could be sent" not in found.stderr
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    run("import tracewell\ntracewell.init(instrument=False).flush()", url=fake.url, TRACEWELL_SPOOL=str(folder))
    assert len(fake.spans()) == 200
    assert list(folder.iterdir()) == []


def test_no_key_says_so_once(fake: FakeService) -> None:
    found = run(SPANS, url=fake.url, TRACEWELL_API_KEY="")
    assert found.stderr == "tracewell: TRACEWELL_API_KEY is missing, so nothing is sent.\n"
    assert fake.seen == []


def test_a_wrong_key_says_so_once(fake: FakeService) -> None:
    fake.answer = lambda path, body: (401, {"error": "The key is unknown.", "reason": "unauthorized"})
    found = run(SPANS, url=fake.url)
    assert found.stderr == "tracewell: Spans were refused. The key is unknown.\n"


def test_failures_that_pass_are_repeated(tw: tracewell.Tracewell, fake: FakeService, errors: list[str]) -> None:
    answers: list[Any] = [(500, {}), (503, {"retryAfter": 0}), (429, {}), (200, {})]
    fake.answer = lambda path, body: answers.pop(0)
    with tracewell.span("patient"):
        pass
    assert tw.flush(timeout=30)
    assert len(fake.spans()) == 1
    assert len(errors) == 1
    assert tw.waiting == 0


def test_receipts_say_what_was_not_stored(fake: FakeService) -> None:
    receipts: list[tracewell.Receipt] = []

    def answer(path: str, body: Any) -> tuple[int, Any]:
        if path == "/v1/scores":
            rejected = [{"id": body["scores"][0]["id"], "reason": "invalid_record"}]
            return 200, {"accepted": 1, "rejected": rejected}
        return 200, {"partialSuccess": {"rejectedSpans": "1", "errorMessage": "1 span not stored: too old."}}

    fake.answer = answer
    said: list[str] = []
    made = tracewell.init(
        url=fake.url,
        api_key="k",
        delay=0.05,
        instrument=False,
        sigterm=False,
        on_receipt=receipts.append,
        on_error=lambda error: said.append(str(error)),
    )
    with tracewell.span("a"), tracewell.span("b"):
        tracewell.score("good", 1, id="score-1")
        tracewell.score("bad", 0)
    made.close()
    assert [(r.kind, r.accepted, r.rejected, r.reasons, r.ids) for r in receipts] == [
        ("traces", 1, 1, ("1 span not stored: too old.",), ()),
        ("scores", 1, 1, ("invalid_record",), ("score-1",)),
    ]
    assert said == [
        "1 spans were not stored: 1 span not stored: too old.",
        "Score score-1 was not stored: invalid_record",
    ]


def test_a_body_that_is_too_large_is_made_smaller(
    tw: tracewell.Tracewell, fake: FakeService, errors: list[str]
) -> None:
    def answer(path: str, body: Any) -> tuple[int, Any]:
        too_large = len(json.dumps(body)) > 300_000
        return (413, {"error": "Too large.", "reason": "payload_too_large"}) if too_large else (200, {})

    fake.answer = answer
    for n in range(20):
        with tracewell.span(f"span {n}", input="x" * 50_000):
            pass
    messages = [{"role": "user", "content": f"{n} " + "y" * 10_000} for n in range(100)]
    with tracewell.span("huge", type="llm", input=messages):
        pass
    assert tw.flush(timeout=30)
    assert len({span["name"] for span in fake.spans()}) == 21
    kept = json.loads(fake.span("huge")["attributes"]["gen_ai.input.messages"])
    assert kept[0]["parts"][0]["type"] == "omitted"
    assert kept[-1] == messages[-1]
    assert len(kept) - 1 + kept[0]["parts"][0]["messages"] == 100
    assert any("was too large" in error for error in errors)


def test_half_a_json_is_never_sent() -> None:
    text = json.dumps({"a": "x" * 1000})
    assert json.loads(fitting(text, 300))[0]["type"] == "omitted"
    assert fitting("plain " * 100, 12).startswith("plain plain ")


def test_memory_is_bounded_and_the_program_never_waits(fake: FakeService) -> None:
    said: list[str] = []
    made = tracewell.init(
        url=fake.url,
        api_key="k",
        delay=0.01,
        max_queued=100,
        instrument=False,
        sigterm=False,
        on_error=lambda error: said.append(str(error)),
    )
    release = threading.Event()

    def answer(path: str, body: Any) -> tuple[int, Any]:
        release.wait(30)
        return 200, {}

    fake.answer = answer
    for n in range(5_000):
        with tracewell.span(f"span {n}"):
            pass
    # The service has not answered yet, so nothing waited for it.
    assert fake.seen == []
    assert made.waiting <= 100
    release.set()
    assert made.flush(timeout=30)
    dropped = [int(text.split()[0]) for text in said if "were dropped" in text]
    assert len(fake.spans()) + sum(dropped) == 5_000
    made.close()


def test_a_handler_that_fails_harms_nobody(fake: FakeService) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("broken handler")

    fake.answer = lambda path, body: (400, {"error": "No.", "reason": "invalid"})
    made = tracewell.init(
        url=fake.url, api_key="k", instrument=False, sigterm=False, on_error=broken, on_receipt=broken
    )
    with tracewell.span("a"):
        pass
    assert made.close()


@pytest.mark.parametrize(
    "answer",
    [
        (200, "text"),
        (200, None),
        (200, {"rejected": [1]}),
        (200, {"partialSuccess": "x"}),
        (302, {}),
        (404, []),
        (418, {"error": 1}),
    ],
)
def test_an_answer_of_something_else_ends_the_batch(
    tw: tracewell.Tracewell, fake: FakeService, answer: tuple[int, Any]
) -> None:
    fake.answer = lambda path, body: answer
    with tracewell.span("a"):
        tracewell.score("s", 1)
    assert tw.flush()
    assert tw.waiting == 0


def test_spans_that_end_in_a_signal_handler_or_the_garbage_collector(
    tw: tracewell.Tracewell, fake: FakeService
) -> None:
    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            with tracewell.span("in collector"):
                pass

    def on_alarm(*_: object) -> None:
        with tracewell.span("in handler"):
            pass

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        for _ in range(1_000):
            Cycle()
            with tracewell.span("in program"):
                pass
            if tw.waiting > 2_000:
                assert tw.flush(timeout=30)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    gc.collect()
    assert tw.flush(timeout=30)
    names = [span["name"] for span in fake.spans()]
    assert (names.count("in program"), names.count("in collector")) == (1_000, 1_000)
    assert "in handler" in names


def test_an_outage_in_the_middle_loses_nothing(errors: list[str]) -> None:
    port = free_port()
    made = tracewell.init(
        url=f"http://127.0.0.1:{port}",
        api_key="k",
        delay=0.01,
        instrument=False,
        sigterm=False,
        on_error=lambda error: errors.append(str(error)),
    )
    for n in range(50):
        with tracewell.span(f"span {n}"):
            pass
    assert not made.flush(timeout=0.3)
    service = start_fake(port)
    assert made.flush(timeout=30)
    assert len(service.spans()) == 50
    made.close()
    service.server.shutdown()
    service.server.server_close()


def test_a_clock_that_is_wrong_is_said(
    tw: tracewell.Tracewell, errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import tracewell._batch as batch

    ahead = type("Ahead", (), {"time": staticmethod(lambda: time.time() + 3_600)})
    monkeypatch.setattr(batch, "time", ahead)
    with tracewell.span("a"):
        pass
    assert tw.flush()
    assert errors == ["The clock here is 60 minutes ahead of the service's."]
