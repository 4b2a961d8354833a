"""Prompts of the registry, kept in memory. A program that has had a prompt once never waits for it again: an old
one is returned at once and renewed in the background."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict, cast

from tracewell._errors import error_of, is_transient, to_tracewell_error
from tracewell._http import Requests
from tracewell._scope import LinkedPrompt
from tracewell._settings import Reporter

TTL = 60.0
TIMEOUT = 5.0
RETRY = 5.0
"""After a failure the next question waits, so that an outage does not cost a request for each call."""

Value = str | int | float | bool


class ChatMessage(TypedDict):
    role: str
    content: str


@dataclass(frozen=True)
class Prompt:
    """A version of a prompt, or a fallback."""

    name: str
    label: str
    version: str | None
    """None for a fallback."""
    template: str
    config: Mapping[str, Any]
    """JSON of yours, such as the model and its parameters."""
    is_fallback: bool
    link: LinkedPrompt
    """For `with scope(prompt=prompt.link)`: the calls inside then count for this version."""
    _entries: Sequence[Mapping[str, Any]] | None = None
    _defaults: Mapping[str, Value] = field(default_factory=lambda: {})

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools of the model in the config, in the form that they have there."""
        tools: Any = self.config.get("tools")
        listed = cast("list[Any]", tools) if isinstance(tools, list) else []
        return [cast("dict[str, Any]", tool) for tool in listed if isinstance(tool, dict)]

    @property
    def output_schema(self) -> dict[str, Any] | None:
        """The JSON Schema of the output in the config, or None."""
        schema: Any = self.config.get("outputSchema")
        return cast("dict[str, Any]", schema) if isinstance(schema, dict) else None

    def compile(self, **variables: Value) -> str:
        """The text with its variables filled in; the texts of a chat prompt, one after the other."""
        if self._entries is None:
            return self._filled(self.template, variables)
        return "\n\n".join(message["content"] for message in self.messages(variables))

    def messages(
        self,
        variables: Mapping[str, Value] | None = None,
        *,
        placeholders: Mapping[str, Sequence[ChatMessage]] | None = None,
    ) -> list[ChatMessage]:
        """The messages of a chat prompt; a text prompt is one `system` message. In the form of OpenAI."""
        given = variables or {}
        if self._entries is None:
            return [{"role": "system", "content": self._filled(self.template, given)}]
        messages: list[ChatMessage] = []
        for entry in self._entries:
            if "content" in entry:
                content = self._filled(str(entry["content"]), given)
                messages.append({"role": str(entry["role"]), "content": content})
            else:
                messages.extend((placeholders or {}).get(str(entry.get("name")), ()))
        return messages

    def anthropic(
        self,
        variables: Mapping[str, Value] | None = None,
        *,
        placeholders: Mapping[str, Sequence[ChatMessage]] | None = None,
    ) -> dict[str, Any]:
        """`system` and `messages` for `client.messages.create(**…)`."""
        system, others = self._apart(variables, placeholders)
        return {**({"system": system} if system else {}), "messages": others}

    def google(
        self,
        variables: Mapping[str, Value] | None = None,
        *,
        placeholders: Mapping[str, Sequence[ChatMessage]] | None = None,
    ) -> dict[str, Any]:
        """`contents` and `config` for `client.models.generate_content(**…)`."""
        system, others = self._apart(variables, placeholders)
        contents = [
            {
                "role": "model" if message["role"] == "assistant" else "user",
                "parts": [{"text": message["content"]}],
            }
            for message in others
        ]
        return {**({"config": {"system_instruction": system}} if system else {}), "contents": contents}

    def _apart(
        self,
        variables: Mapping[str, Value] | None,
        placeholders: Mapping[str, Sequence[ChatMessage]] | None,
    ) -> tuple[str, list[ChatMessage]]:
        """These vendors take the instructions beside the messages."""
        messages = self.messages(variables, placeholders=placeholders)
        is_system = [message["role"] in ("system", "developer") for message in messages]
        system = "\n\n".join(m["content"] for m, s in zip(messages, is_system, strict=True) if s)
        return system, [m for m, s in zip(messages, is_system, strict=True) if not s]

    def _filled(self, text: str, given: Mapping[str, Value]) -> str:
        # A variable without a value stays as it is, so that the mistake can be seen.
        def value_of(match: re.Match[str]) -> str:
            name = match.group(1)
            value = given.get(name, self._defaults.get(name))
            return match.group(0) if value is None else _value_text(value)

        return _VARIABLE.sub(value_of, text)


_VARIABLE = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")


def _value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class _Kept:
    prompt: Prompt
    etag: str | None
    asked_at: float
    """On the clock of `time.monotonic()`."""


class Prompts:
    def __init__(self, requests: Requests, report: Reporter, copies: str | None) -> None:
        self._requests = requests
        self._report = report
        self._copies = None if copies is None else Path(copies).expanduser()
        self._kept: dict[tuple[str, str], _Kept] = {}
        self._renewing: set[tuple[str, str]] = set()
        self._first = threading.Lock()
        self._asking: dict[tuple[str, str], threading.Lock] = {}

    def get(
        self,
        name: str,
        *,
        label: str = "production",
        ttl: float = TTL,
        fallback: str | Sequence[ChatMessage] | None = None,
        timeout: float = TIMEOUT,
    ) -> Prompt:
        """Raises only if the service has never answered for this prompt and there is no fallback."""
        known = self._known((name, label), ttl, timeout)
        return known or self._first_time((name, label), ttl, timeout, fallback)

    async def aget(
        self,
        name: str,
        *,
        label: str = "production",
        ttl: float = TTL,
        fallback: str | Sequence[ChatMessage] | None = None,
        timeout: float = TIMEOUT,
    ) -> Prompt:
        """The same for asyncio."""
        known = self._known((name, label), ttl, timeout)
        if known is not None:
            return known
        return await asyncio.to_thread(self._first_time, (name, label), ttl, timeout, fallback)

    def _known(self, key: tuple[str, str], ttl: float, timeout: float) -> Prompt | None:
        kept = self._kept.get(key)
        if kept is None:
            return None
        if time.monotonic() - kept.asked_at >= ttl and key not in self._renewing:
            self._renewing.add(key)
            work = threading.Thread(target=self._renew, args=(key, ttl, timeout), daemon=True)
            try:
                work.start()
            except RuntimeError:
                self._renewing.discard(key)
        return kept.prompt

    def _renew(self, key: tuple[str, str], ttl: float, timeout: float) -> None:
        try:
            self._ask(key, timeout)
        except Exception as error:
            kept = self._kept.get(key)
            if kept is not None:
                kept.asked_at = time.monotonic() - ttl + min(RETRY, ttl)
            self._report(error)
        finally:
            self._renewing.discard(key)

    def _first_time(
        self,
        key: tuple[str, str],
        ttl: float,
        timeout: float,
        fallback: str | Sequence[ChatMessage] | None,
    ) -> Prompt:
        with self._first:
            lock = self._asking.setdefault(key, threading.Lock())
        # One request at a time for each prompt.
        with lock:
            kept = self._kept.get(key)
            if kept is not None:
                return kept.prompt
            try:
                return self._ask(key, timeout)
            except Exception as error:
                # A prompt that the service does not have any more is not used.
                copy = self._copied(key, ttl) if is_transient(error) else None
                if copy is None and fallback is None:
                    raise
                self._report(error)
                return _from_fallback(*key, fallback or "") if copy is None else copy

    def _ask(self, key: tuple[str, str], timeout: float) -> Prompt:
        name, label = key
        before = self._kept.get(key)
        response = self._requests.ask(
            "GET",
            "/v1/prompts/resolve",
            query={"name": name, "label": label},
            headers={} if before is None or before.etag is None else {"if-none-match": before.etag},
            timeout=timeout,
            patience=timeout,
        )
        now = time.monotonic()
        if response.status_code == 304 and before is not None:
            before.asked_at = now
            return before.prompt
        if not response.is_success:
            raise error_of(response)
        try:
            found = response.json()["prompt"]
            prompt = _from_registry(found, label)
        except (ValueError, KeyError, TypeError) as error:
            raise to_tracewell_error(ValueError(str(error))) from error
        etag = response.headers.get("etag")
        self._kept[key] = _Kept(prompt, etag, now)
        self._write_copy(key, {"prompt": found, "etag": etag})
        return prompt

    def _file(self, key: tuple[str, str]) -> Path | None:
        # A name may have any character, and folders.
        text = json.dumps(list(key), ensure_ascii=False, separators=(",", ":"))
        name = hashlib.sha256(text.encode()).hexdigest()
        return None if self._copies is None else self._copies / f"{name}.json"

    def _write_copy(self, key: tuple[str, str], found: Any) -> None:
        file = self._file(key)
        if file is None:
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = file.with_name(f"{file.name}.{uuid.uuid4()}.draft")
            draft.touch(mode=0o600)
            draft.write_text(json.dumps(found), encoding="utf-8")
            draft.replace(file)
        except OSError as error:
            self._report(error)

    def _copied(self, key: tuple[str, str], ttl: float) -> Prompt | None:
        """What an earlier run of the program got. It is renewed as soon as the service is back."""
        file = self._file(key)
        try:
            if file is None or not file.exists():
                return None
            found = json.loads(file.read_text(encoding="utf-8"))
            prompt = _from_registry(found["prompt"], key[1])
            asked_at = time.monotonic() - ttl + min(RETRY, ttl)
            self._kept[key] = _Kept(prompt, found["etag"], asked_at)
        except Exception as error:
            self._report(error)
            return None
        return prompt


def _from_registry(found: Mapping[str, Any], label: str) -> Prompt:
    defaults: dict[str, Value] = {}
    variables = cast("dict[str, Any]", found.get("variables") or {})
    for name, variable in variables.items():
        value: Any = cast("dict[str, Any]", variable).get("default") if isinstance(variable, dict) else variable
        if isinstance(value, (str, int, float, bool)):
            defaults[name] = value
    name, version = str(found["name"]), str(found["version"])
    return Prompt(
        name=name,
        label=label,
        version=version,
        template=str(found["template"]),
        config=found.get("config") or {},
        is_fallback=False,
        link={"id": int(found["id"]), "name": name, "version": version, "label": label},
        _entries=found.get("messages"),
        _defaults=defaults,
    )


def _from_fallback(name: str, label: str, fallback: str | Sequence[ChatMessage]) -> Prompt:
    is_text = isinstance(fallback, str)
    return Prompt(
        name=name,
        label=label,
        version=None,
        template=fallback if isinstance(fallback, str) else json.dumps(list(fallback)),
        config={},
        is_fallback=True,
        link={"name": name, "label": label},
        _entries=None if is_text else cast("Sequence[Mapping[str, Any]]", fallback),
    )
