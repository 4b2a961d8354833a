"""The gate in a test run of pytest.

    @pytest.mark.tracewell(dataset=12, max_mean_drop=0.05, require_significance=True)
    def test_greeting(): ...

`pytest --tracewell` runs the dataset after the body of the test, and fails the test with the reasons of the gate. The
verdicts are printed at the end, also those that pass. Without the option such tests are skipped, because a run costs
money.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tracewell._ci_gate import CiGateResult, ci_gate

_RESULTS = pytest.StashKey[list[tuple[str, CiGateResult]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tracewell")
    group.addoption("--tracewell", action="store_true", help="run the tests with the mark tracewell")
    parser.addini("tracewell", "run the tests with the mark tracewell", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_RESULTS] = []
    config.addinivalue_line(
        "markers",
        "tracewell(dataset, **thresholds): fails the test if the gate of the service does; takes what "
        "tracewell.ci_gate takes. Runs with --tracewell.",
    )


def _is_on(config: pytest.Config) -> bool:
    return bool(config.getoption("--tracewell") or config.getini("tracewell"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _is_on(config):
        return
    for item in items:
        if item.get_closest_marker("tracewell") is not None:
            item.add_marker(pytest.mark.skip(reason="runs with pytest --tracewell"))


def _judged(node: pytest.Item, **options: Any) -> CiGateResult:
    result = ci_gate(**options)
    node.config.stash[_RESULTS].append((node.name, result))
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    yield
    mark = item.get_closest_marker("tracewell")
    if mark is None or not ({"dataset", "run"} & mark.kwargs.keys() or mark.args):
        return
    given = dict(mark.kwargs)
    if mark.args:
        given["dataset"] = mark.args[0]
    result = _judged(item, **given)
    if not result.passed:
        pytest.fail(str(result), pytrace=False)


@pytest.fixture
def tracewell_gate(request: pytest.FixtureRequest) -> Callable[..., CiGateResult]:
    """`tracewell_gate(run=experiment.run_id, …)` in a test with the mark: fails it if the gate does."""

    def gate(**options: Any) -> CiGateResult:
        result = _judged(request.node, **options)
        if not result.passed:
            pytest.fail(str(result), pytrace=False)
        return result

    return gate


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    results = config.stash[_RESULTS]
    if not results:
        return
    terminalreporter.section("Tracewell gate")
    for name, result in results:
        terminalreporter.write_line(name)
        terminalreporter.write_line(str(result))


def pytest_sessionfinish() -> None:
    from tracewell._module import flush

    flush()
