// Compares what is stored with what a scenario must leave behind. Each difference is one line.
import type { Expected, ExpectedCall, ExpectedSpan, FileName } from './client.ts';
import type { Stored, StoredCall } from './stored.ts';

/** Sums of money are kept to twelve digits. */
const CENT_OF_A_CENT = 1e-10;

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll(String.raw`\"`, '"');

/** By model, and in the order of time within a model. */
function pairs(expected: readonly ExpectedCall[], stored: readonly StoredCall[]) {
  const left = [...stored];
  const found = expected.map((call) => {
    const index = left.findIndex(({ model }) => model === call.model);
    return { call, stored: index === -1 ? null : (left.splice(index, 1)[0] ?? null) };
  });
  return { found, left };
}

function* differencesOfCall(call: ExpectedCall, stored: StoredCall): Generator<string> {
  const meta = stored.requestMeta ?? {};
  const equal = {
    provider: [call.provider, stored.provider],
    promptTokens: [call.promptTokens, stored.promptTokens],
    completionTokens: [call.completionTokens, stored.completionTokens],
    cachedTokens: [call.cachedTokens ?? 0, meta.cachedTokens ?? 0],
    cacheWriteTokens: [call.cacheWriteTokens ?? 0, meta.cacheWriteTokens ?? 0],
    reasoningTokens: [call.reasoningTokens ?? 0, meta.reasoningTokens ?? 0],
    audioTokens: [call.audioTokens ?? 0, meta.audioTokens ?? 0],
    ...(call.above === undefined ? {} : { above: [call.above.join(' < '), stored.above.join(' < ')] }),
    ...(call.userId === undefined ? {} : { userId: [call.userId, meta.userId ?? null] }),
    ...(call.sessionId === undefined ? {} : { sessionId: [call.sessionId, stored.sessionId] }),
    ...(call.promptName === undefined ? {} : { promptName: [call.promptName, meta.promptName ?? null] }),
  };
  for (const [field, [want, got]] of Object.entries(equal))
    if (want !== got) yield `${field} is ${shown(got)}, not ${shown(want)}`;
  if (Math.abs(stored.costUsd - call.costUsd) > CENT_OF_A_CENT)
    yield `costUsd is ${stored.costUsd}, not ${call.costUsd}`;
  for (const [tag, want] of Object.entries(call.tags ?? {}))
    if (stored.tags?.[tag] !== want)
      yield `tag ${tag} is ${shown(stored.tags?.[tag] ?? null)}, not ${shown(want)}`;
  const error = stored.error === null ? null : `${stored.error} ${textOf(stored.errorDetails)}`;
  if (call.error === undefined ? error !== null : !error?.includes(call.error))
    yield `error is ${shown(error)}, not ${shown(call.error ?? null)}`;
  const texts = { input: meta.input, output: `${textOf(meta.output)} ${textOf(stored.toolCalls)}` };
  for (const field of ['input', 'output'] as const) {
    const want = call[field];
    if (want !== undefined && !textOf(texts[field]).includes(want))
      yield `${field} is ${shown(texts[field] ?? null)}, without ${shown(want)}`;
  }
}

function differencesOfSpans(expected: readonly ExpectedSpan[], stored: Stored): string[] {
  const line = ({ name, type, above }: ExpectedSpan) => [`${name} (${type})`, ...above].join(' < ');
  const names = new Set(expected.map(({ name }) => name));
  const want = expected.map(line).toSorted();
  const got = stored.spans
    .filter(({ name }) => names.has(name))
    .map(line)
    .toSorted();
  if (want.join('\n') === got.join('\n')) return [];
  const others = stored.spans.filter(({ name }) => !names.has(name)).map(line);
  return [`spans are [${got.join(', ')}], not [${want.join(', ')}]; others: [${others.join(', ')}]`];
}

function differencesOfScores(expected: Expected, { scores }: Stored): string[] {
  const want = (expected.scores ?? []).map(({ name, value, of }) => `${name}=${String(value)} of a ${of}`);
  const got = scores.map(
    ({ name, value, callId }) => `${name}=${String(value)} of a ${callId ? 'call' : 'trace'}`,
  );
  return want.toSorted().join(', ') === got.toSorted().join(', ')
    ? []
    : [`scores are [${got.join(', ')}], not [${want.join(', ')}]`];
}

const without = (want: readonly FileName[] = [], got: readonly FileName[] = []): string[] =>
  want.filter((name) => !got.includes(name));

const differencesOfFiles = ({ files: want }: Expected, { files: got }: Stored): string[] => [
  ...without(want?.stored, got?.stored).map((name) => `${name} is not stored as it was sent`),
  ...without(want?.inCalls, got?.inCalls).map((name) => `${name} is in no call that is read with its files`),
  ...(got?.inContent ?? []).map((name) => `${name} is in content, beside its reference`),
];

export function differences(expected: Expected, stored: Stored): string[] {
  const { found, left } = pairs(expected.calls, stored.calls);
  return [
    ...found.flatMap(({ call, stored }) =>
      stored === null
        ? [`${call.model}: no such call is stored`]
        : [...differencesOfCall(call, stored)].map((difference) => `${call.model}: ${difference}`),
    ),
    ...left.map(
      ({ model, id, promptTokens, above }) =>
        `${model}: a call too many (${id}, ${promptTokens} tokens in, below ${above.join(' < ') || 'nothing'})`,
    ),
    ...differencesOfSpans(expected.spans ?? [], stored),
    ...differencesOfScores(expected, stored),
    ...differencesOfFiles(expected, stored),
    ...stored.rejected.filter((line) => !expected.rejected?.some((reason) => line.includes(reason))),
  ];
}
