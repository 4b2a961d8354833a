import { expect, it } from 'vitest';
import { Mapping, readMap, readSet } from './mapping.ts';
import { timeMsOf } from './times.ts';

const MS = Date.UTC(2026, 0, 31, 12, 0, 0, 250);

it.each([
  ['2026-01-31T12:00:00.250Z'],
  ['2026-01-31T13:00:00.250+01:00'],
  ['2026-01-31 12:00:00.250000'],
  ['2026-01-31 12:00:00.250 UTC'],
  [MS],
  [MS / 1_000],
  [String(MS)],
  [String(MS * 1_000)],
  [MS * 1e6],
])('%s is the same time', (value) => {
  expect(timeMsOf(value)).toBe(MS);
});

it.each([[''], ['yesterday'], [null], [-1], [Number.NaN], [{}]])('%s is no time', (value) => {
  expect(timeMsOf(value)).toBeNull();
});

it('a record of our own export stays as it is', () => {
  const row = {
    id: 'a',
    timestamp: '2026-01-31T12:00:00Z',
    model: 'm',
    costUsd: 1,
    totalTokens: 2,
    extra: true,
  };
  expect(new Mapping({}, {}).apply(row, '')).toEqual({
    record: row,
    timeMs: Date.UTC(2026, 0, 31, 12),
    isAsIs: true,
  });
});

it('common names are known, `--map` wins over them, `--set` over both, and the rest follows', () => {
  const map = readMap('tags.team=meta.teams.0', readMap('model=engine'));
  const set = readSet('provider=openai');
  const row = {
    request_id: 'r1',
    created_at: '2026-01-31 12:00:00',
    end_time: '2026-01-31 12:00:02',
    model: 'wrong',
    engine: 'gpt-4o-mini',
    provider: 'wrong',
    input_tokens: '1,200',
    output_tokens: 30,
    cost: '$0.5',
    user_id: 'ann',
    prompt: '[{"role":"user","content":"Where?"}]',
    meta: '{"teams":["search"]}',
    requestMeta: '{"cachedTokens": 7}',
    unknown: 1,
  };
  expect(new Mapping(map, set).apply(row, 'line').record).toEqual({
    id: 'r1',
    timestamp: '2026-01-31T12:00:00.000Z',
    provider: 'openai',
    model: 'gpt-4o-mini',
    promptTokens: 1_200,
    completionTokens: 30,
    totalTokens: 1_230,
    costUsd: 0.5,
    latencyMs: 2_000,
    tags: { team: 'search' },
    requestMeta: { cachedTokens: 7, userId: 'ann', input: [{ role: 'user', content: 'Where?' }] },
  });
});

it('a row without an id has the same one each time, and another row has another', () => {
  const idOf = (text: string) =>
    new Mapping({}, {}).apply(JSON.parse(text) as object as never, text).record['id'];
  expect(idOf('{"model":"a"}')).toBe(idOf('{"model":"a"}'));
  expect(idOf('{"model":"a"}')).not.toBe(idOf('{"model":"b"}'));
});

it('what is no number stays, so that the service can name it', () => {
  expect(new Mapping({}, {}).apply({ cost: 'much' }, '').record['costUsd']).toBe('much');
});

it.each(['model', '=x', 'model=', 'colour=red'])('--map %s is refused', (text) => {
  expect(() => readMap(text)).toThrow(/Give it as|has no field colour/);
});
