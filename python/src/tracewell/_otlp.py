"""Writes ended spans as OTLP in JSON, and applies the rule for content to the spans of others."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

from tracewell._content import shareable
from tracewell._settings import ContentRule, Reporter

SCOPE = "tracewell"
"""The name of the tracer whose spans the SDK makes itself. It applied the rule when it made them."""

_CONTENT = re.compile(
    r"^(?:gen_ai\.(?:input\.|output\.|system_instructions|prompt|completion|content|retrieval\.|memory\.|"
    r"tool\.(?:definitions|description|call\.(?:arguments|result)|input|output)|[a-z.]*message|choice)|"
    r"ai\.(?:prompt|response\.(?:text|object|reasoning|toolCalls)|toolCall\.(?:args|result)|values?$|schema|"
    r"settings\.tools)|(?:input|output)\.value|"
    r"llm\.(?:input_messages|output_messages|prompts|completions|prompt_template|tools|invocation_parameters)|"
    r"(?:tool|retrieval|reranker|embedding|document)\.|traceloop\.entity\.(?:input|output)|"
    r"(?:all_messages_events|pydantic_ai\.all_messages|final_result|tool_arguments|tool_response|events)$|"
    r"exception\.(?:message|stacktrace))"
)
"""Where the conventions, OpenInference, OpenLLMetry and frameworks put what people and models wrote."""


class Encoder:
    def __init__(self, content: ContentRule, report: Reporter) -> None:
        self._content: ContentRule = content
        self._report = report

    def span(self, span: ReadableSpan) -> str:
        """One span as JSON text. Bodies are put together from these, because only the text has a known size."""
        return json.dumps(self._fields(span), ensure_ascii=False, separators=(",", ":"))

    def _fields(self, span: ReadableSpan) -> dict[str, Any]:
        own = cast("SpanContext", span.get_span_context())
        scope = span.instrumentation_scope
        rule: ContentRule = "full" if scope is not None and scope.name == SCOPE else self._content
        fields: dict[str, Any] = {
            "traceId": f"{own.trace_id:032x}",
            "spanId": f"{own.span_id:016x}",
            "name": span.name,
            # The kinds of the interface begin at 0, those of the protocol at 1.
            "kind": span.kind.value + 1,
            "startTimeUnixNano": str(span.start_time or 0),
            "endTimeUnixNano": str(span.end_time or span.start_time or 0),
            "attributes": self._key_values(rule, span.attributes),
            "status": self._status(rule, span),
        }
        if span.parent is not None:
            fields["parentSpanId"] = f"{span.parent.span_id:016x}"
        if own.trace_state:
            fields["traceState"] = own.trace_state.to_header()
        if span.events:
            fields["events"] = [
                {
                    "name": event.name,
                    "timeUnixNano": str(event.timestamp),
                    "attributes": self._key_values(rule, event.attributes),
                }
                for event in span.events
            ]
        if span.links:
            fields["links"] = [
                {
                    "traceId": f"{link.context.trace_id:032x}",
                    "spanId": f"{link.context.span_id:016x}",
                    "attributes": self._key_values(rule, link.attributes),
                }
                for link in span.links
            ]
        return fields

    def _status(self, rule: ContentRule, span: ReadableSpan) -> dict[str, Any]:
        status: dict[str, Any] = {"code": span.status.status_code.value}
        said = span.status.description
        if said and rule != "full":
            said = shareable(rule, self._report, "exception.message", said)
        if said:
            status["message"] = said
        return status

    def _key_values(self, rule: ContentRule, attributes: Mapping[str, Any] | None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for key, given in (attributes or {}).items():
            value: Any = given
            if rule != "full" and not isinstance(given, (bool, int, float)) and _CONTENT.match(key):
                value = shareable(rule, self._report, key, given)
            if value is not None:
                found.append({"key": key, "value": _any_value(value)})
        return found


def _any_value(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)} if -(2**63) <= value < 2**63 else {"stringValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value} if math.isfinite(value) else {"stringValue": str(value)}
    if isinstance(value, (list, tuple)):
        return {"arrayValue": {"values": [_any_value(each) for each in cast("Iterable[Any]", value)]}}
    if isinstance(value, Mapping):
        inner = cast("Mapping[Any, Any]", value).items()
        return {"kvlistValue": {"values": [{"key": str(k), "value": _any_value(v)} for k, v in inner]}}
    return {"stringValue": str(value)}


def traces_body(all_spans: Iterable[tuple[ReadableSpan, str]]) -> bytes:
    """The body of a request to `/otel/v1/traces`."""
    resources: dict[int, tuple[Mapping[str, Any], dict[tuple[str, str], list[str]]]] = {}
    for span, text in all_spans:
        scope = span.instrumentation_scope
        _, scopes = resources.setdefault(id(span.resource), (span.resource.attributes, {}))
        name = ("", "") if scope is None else (scope.name, scope.version or "")
        scopes.setdefault(name, []).append(text)
    parts: list[str] = []
    for attributes, scopes in resources.values():
        values = [{"key": key, "value": _any_value(value)} for key, value in attributes.items()]
        inner = ",".join(
            f'{{"scope":{json.dumps({"name": name, "version": version})},"spans":[{",".join(texts)}]}}'
            for (name, version), texts in scopes.items()
        )
        parts.append(f'{{"resource":{json.dumps({"attributes": values})},"scopeSpans":[{inner}]}}')
    # Half a character, which a cut text may end with, is no UTF-8.
    return f'{{"resourceSpans":[{",".join(parts)}]}}'.encode(errors="replace")
