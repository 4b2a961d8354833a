// The turns of a spoken conversation: who spoke when, what was said, how long people waited for the first sound, and what
// interrupted what. Read from the spans of LiveKit Agents, of Pipecat, and of the conventions for realtime models.
import { messagesOf, parsedJson } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import type { JsonObject, StoredRecord } from '#records';
import { VOICE } from '#semconv';
import { partsText } from './preview.ts';

interface VoiceStages {
  /** From the end of the speech until it was clear that it had ended. */
  endOfTurnMs: number | null;
  /** Until the first token of the model, and until the first sound of the synthesis. */
  modelMs: number | null;
  speechMs: number | null;
}

export interface VoiceTurn {
  /** The record of the span that the turn was read from. */
  id: string;
  who: 'user' | 'agent';
  startMs: number;
  /** Null if the framework does not report it. */
  endMs: number | null;
  /** Null if it is not stored. */
  text: string | null;
  /** Of an agent: from the end of the user's speech to the agent's first sound. */
  firstSoundMs: number | null;
  stages: VoiceStages | null;
  interrupted: boolean;
  /** The turn of the user that began meanwhile. */
  interruptedBy: string | null;
}

/** A span with its content. */
interface VoiceSpan {
  id: string;
  name: string;
  startMs: number;
  endMs: number;
  attributes: JsonObject;
  record: StoredRecord;
  children: VoiceSpan[];
}

export function voiceTurnsOf(records: readonly StoredRecord[]): VoiceTurn[] {
  const spans = treeOf(records);
  const turns = [
    ...spans.filter(({ name }) => name === 'user_turn').flatMap(livekitUser),
    ...spans.filter(({ name }) => name === 'agent_turn').flatMap(livekitAgent),
    ...spans.flatMap(pipecatTurns),
    ...spans.flatMap(realtimeTurn),
  ].toSorted((left, right) => left.startMs - right.startMs);
  return turns.map((turn) => withPlace(turn, turns));
}

function treeOf(records: readonly StoredRecord[]): VoiceSpan[] {
  const spans = records.map(spanOf).toSorted((left, right) => left.startMs - right.startMs);
  const bySpanId = new Map(spans.map((span) => [span.record.spanId, span]));
  for (const span of spans) {
    const parent = bySpanId.get(span.record.parentSpanId ?? '');
    if (parent && parent !== span) parent.children.push(span);
  }
  return spans;
}

function spanOf(record: StoredRecord): VoiceSpan {
  const { id, timestampMs: startMs } = record;
  if (record.kind === 'observation') {
    const { name, attributes, durationMs } = record;
    return { id, name: headOf(name), startMs, endMs: startMs + durationMs, attributes, record, children: [] };
  }
  const meta = record.requestMeta ?? {};
  const kept = meta['attributes'];
  return {
    id,
    name: headOf(typeof meta['spanName'] === 'string' ? meta['spanName'] : ''),
    startMs,
    endMs: startMs + record.latencyMs,
    attributes: isObject(kept) ? kept : {},
    record,
    children: [],
  };
}

/** Without what follows: `realtime_inference gpt-realtime`. */
const headOf = (name: string): string => name.split(' ', 1)[0] ?? '';

function msIn({ attributes }: VoiceSpan, name: string): number | null {
  const seconds = attributes[name];
  return typeof seconds === 'number' && seconds >= 0 ? Math.round(seconds * 1_000) : null;
}

function textIn({ attributes }: VoiceSpan, name: string): string | null {
  const text = attributes[name];
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

/** The first value that a span below has. */
function below({ children }: VoiceSpan, read: (span: VoiceSpan) => number | null): number | null {
  for (const child of children) {
    const found = read(child) ?? below(child, read);
    if (found !== null) return found;
  }
  return null;
}

const timeOf = (spans: readonly VoiceSpan[], whole: VoiceSpan): { startMs: number; endMs: number } =>
  spans.length === 0
    ? { startMs: whole.startMs, endMs: whole.endMs }
    : {
        startMs: Math.min(...spans.map(({ startMs }) => startMs)),
        endMs: Math.max(...spans.map(({ endMs }) => endMs)),
      };

const silent = { firstSoundMs: null, stages: null, interrupted: false, interruptedBy: null } as const;

function livekitUser(span: VoiceSpan): VoiceTurn[] {
  const spoken = span.children.filter(({ name }) => name === 'user_speaking');
  const text = textIn(span, VOICE.livekit.userText);
  return [{ id: span.id, who: 'user', ...timeOf(spoken, span), text, ...silent }];
}

function livekitAgent(span: VoiceSpan): VoiceTurn[] {
  const { interrupted, firstSound, endOfTurn, firstToken, firstByte, agentText } = VOICE.livekit;
  const spoken = span.children.filter(({ name }) => name === 'agent_speaking');
  const text = textIn(span, agentText);
  // Calls of tools without a word, and replies that were given up before they could be heard.
  if (spoken.length === 0 && text === null && span.attributes[interrupted] !== true) return [];
  return [
    {
      id: span.id,
      who: 'agent',
      ...timeOf(spoken, span),
      text,
      firstSoundMs: msIn(span, firstSound),
      stages: {
        endOfTurnMs: msIn(span, endOfTurn),
        modelMs: below(span, (one) => msIn(one, firstToken)),
        speechMs: below(span, (one) => msIn(one, firstByte)),
      },
      interrupted: span.attributes[interrupted] === true,
      interruptedBy: null,
    },
  ];
}

/** A turn is what a user says and what the bot answers. No span says when it was played to its end. */
function pipecatTurns(turn: VoiceSpan): VoiceTurn[] {
  if (turn.name !== 'turn') return [];
  const { interrupted, endedByConversation, firstSound, firstByte, userText, agentText } = VOICE.pipecat;
  const heard = turn.children.filter(({ name }) => name === 'stt');
  const spoken = turn.children.filter(({ name }) => name === 'tts');
  const model = turn.children.find(({ record }) => record.kind === 'call');
  const joined = (spans: readonly VoiceSpan[], name: string): string | null =>
    spans.flatMap((span) => textIn(span, name) ?? []).join(' ') || null;
  const turns: VoiceTurn[] = [];
  const last = heard.at(-1);
  const [first] = heard;
  // The transcript comes a while after the end of the speech.
  const saidUntil = last && last.endMs - (msIn(last, firstByte) ?? 0);
  if (first && saidUntil !== undefined)
    turns.push({
      id: first.id,
      who: 'user',
      startMs: first.startMs,
      endMs: Math.max(first.startMs, saidUntil),
      text: joined(heard, userText),
      ...silent,
    });
  const [begins] = spoken;
  if (begins) {
    const firstSoundMs = msIn(turn, firstSound);
    const isCut = turn.attributes[interrupted] === true && turn.attributes[endedByConversation] !== true;
    const startMs =
      firstSoundMs !== null && saidUntil !== undefined
        ? saidUntil + firstSoundMs
        : begins.startMs + (msIn(begins, firstByte) ?? 0);
    turns.push({
      id: begins.id,
      who: 'agent',
      startMs,
      endMs: isCut ? Math.max(startMs, turn.endMs) : null,
      text: joined(spoken, agentText),
      firstSoundMs,
      stages: {
        endOfTurnMs: last ? msIn(last, firstByte) : null,
        modelMs: model ? ttftOf(model) : null,
        speechMs: msIn(begins, firstByte),
      },
      interrupted: isCut,
      interruptedBy: null,
    });
  }
  return turns;
}

function ttftOf({ record }: VoiceSpan): number | null {
  const ttftMs = record.kind === 'call' ? record.requestMeta?.['ttftMs'] : null;
  return typeof ttftMs === 'number' ? Math.round(ttftMs) : null;
}

/** A model that hears and speaks itself. Those of LiveKit are inside its turns. */
function realtimeTurn(span: VoiceSpan, _: number, all: readonly VoiceSpan[]): VoiceTurn[] {
  const { record } = span;
  const operation =
    record.kind === 'call' ? record.requestMeta?.['operation'] : span.attributes[VOICE.operation];
  if (operation === 'user_speech' || span.name === 'user_speech') {
    const text = spokenIn(span.attributes[VOICE.realtime.userText], 'user');
    return [{ id: span.id, who: 'user', startMs: span.startMs, endMs: span.endMs, text, ...silent }];
  }
  if (operation !== 'realtime_inference' || record.kind !== 'call') return [];
  const text = spokenIn(record.requestMeta?.['output'], 'assistant');
  const speaks = span.attributes[VOICE.realtime.outputType] === 'speech' || text !== null;
  if (!speaks) return [];
  const modelMs = ttftOf(span);
  const startMs = span.startMs + (modelMs ?? 0);
  const heard = all.findLast(({ name, endMs }) => name === 'user_speech' && endMs <= startMs);
  return [
    {
      id: span.id,
      who: 'agent',
      startMs,
      endMs: Math.max(startMs, span.endMs),
      text,
      firstSoundMs: modelMs === null || !heard ? null : Math.round(startMs - heard.endMs),
      stages: { endOfTurnMs: null, modelMs, speechMs: null },
      interrupted: all.some(
        (one) => one.name === 'user_speech' && one.startMs > startMs && one.startMs <= span.endMs,
      ),
      interruptedBy: null,
    },
  ];
}

function spokenIn(messages: unknown, role: string): string | null {
  const parts = messagesOf(parsedJson(messages), role).flatMap((message) => message.parts);
  return partsText(parts.filter(({ kind }) => kind === 'text')).trim() || null;
}

/** Speech is recognized a moment after it stopped the agent. */
const BEHIND_MS = 500;

/** What a user said while the agent spoke. */
function withPlace(turn: VoiceTurn, turns: readonly VoiceTurn[]): VoiceTurn {
  const { endMs } = turn;
  if (!turn.interrupted || endMs === null) return turn;
  const meanwhile = turns.find(
    ({ who, startMs }) => who === 'user' && startMs > turn.startMs && startMs <= endMs + BEHIND_MS,
  );
  return { ...turn, interruptedBy: meanwhile?.id ?? null };
}
