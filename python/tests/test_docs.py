"""The code blocks of docs/python.md, one after the other, against the started service."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import ROOT, Product

import tracewell
from tracewell._instrument import set_tracewell

pytest.importorskip("openai")
pytest.importorskip("anthropic")
pytest.importorskip("google.genai")

PAGE = ROOT / "docs/python.md"
BLOCK = re.compile(r"^(?P<skip><!-- not run: [^>]+-->\n\n)?```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_blocks_of_the_guide_run(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TRACEWELL_URL": product.url,
        "TRACEWELL_API_KEY": product.key,
        "OPENAI_API_KEY": "x",
        "OPENAI_BASE_URL": f"{product.models}/v1",
        "ANTHROPIC_API_KEY": "x",
        "GEMINI_API_KEY": "x",
    }.items():
        monkeypatch.setenv(name, value)
    blocks = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    assert len(blocks) > 10
    names: dict[str, Any] = {"__name__": "guide"}
    for block in blocks:
        code = compile(block["code"], f"{PAGE.name}: {block['code'].splitlines()[0]}", "exec")
        if block["skip"] is None:
            exec(code, names)
    assert tracewell.flush(timeout=30)
    assert tracewell.api.query_calls({"sessionId": "chat-42"})["records"]
    tracewell.close()
    set_tracewell(None)
