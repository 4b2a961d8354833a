// A large body of any client is read in many short pieces, between which other requests have their turn. The
// pieces are counted, not timed: a pace that is always due rests wherever there is a pause.
import { describe, expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { bodyItems } from './body-items.ts';
import { readLog } from './helicone/read-log.ts';
import { batchEvents } from './langfuse/tracing/batch-events.ts';
import { eventPart } from './langfuse/tracing/event-part.ts';
import { readBatch, readMultipart, readRun } from './langsmith/read-runs.ts';
import { partTurns } from './open-spans/receive-parts.ts';

const MIB = 1_048_576;
const BODY_BYTES = 3 * MIB;
/** A piece of this size takes some milliseconds. */
const PIECE_BYTES = MIB;

class CountedPace extends Pace {
  rests = 0;

  override get isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests += 1;
  }
}

/** Texts of about this size that make up a body. */
const inputs = (bytes: number): string[] =>
  Array.from({ length: Math.ceil(BODY_BYTES / bytes) }, (_, at) => `${at} ${'words '.repeat(bytes / 6)}`);

const event = (input: unknown, at: number) => ({
  id: `e${at}`,
  type: 'generation-create',
  timestamp: '2026-11-17T00:00:00.000Z',
  body: { id: `g${at}`, traceId: 't', model: 'gpt-4o', input },
});
const run = (input: unknown, at: number) => ({ id: `r${at}`, run_type: 'llm', inputs: { input } });
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const form = (texts: readonly unknown[]): Buffer =>
  Buffer.from(
    `${texts
      .flatMap((input, at) => [
        [`post.r${at}`, { id: `r${at}`, run_type: 'llm' }] as const,
        [`post.r${at}.inputs`, { input }] as const,
      ])
      .map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
      )
      .join('')}--b--\r\n`,
  );

/** How many records each peer reads of a body with these inputs. */
const READERS: Record<string, (texts: readonly unknown[], pace: Pace) => Promise<number>> = {
  'a batch of Langfuse': async (texts, pace) => {
    const { events, faulty } = await batchEvents(json({ batch: texts.map(event) }), pace);
    expect(faulty).toEqual([]);
    return events.length;
  },
  'a batch of LangSmith': async (texts, pace) =>
    (await readBatch(json({ post: texts.map(run) }), pace)).parts.length,
  'a form of LangSmith': async (texts, pace) =>
    (await readMultipart(form(texts), pace, 'multipart/form-data; boundary=b')).parts.length,
  'payloads of LiteLLM': async (texts, pace) =>
    (await bodyItems(json(texts.map((messages, at) => ({ id: `p${at}`, messages }))), pace)).length,
  'payloads of LiteLLM in lines': async (texts, pace) =>
    (
      await bodyItems(
        Buffer.from(texts.map((messages, at) => JSON.stringify({ id: `p${at}`, messages })).join('\n')),
        pace,
      )
    ).length,
};

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each([
    ['small', 4 * 1_024],
    ['large', 512 * 1_024],
  ])('of %s records', async (_size, bytes) => {
    const pace = new CountedPace();
    const texts = inputs(bytes);
    expect(await read(texts, pace)).toBe(texts.length);
    expect(pace.rests).toBeGreaterThanOrEqual(Math.max(texts.length, BODY_BYTES / PIECE_BYTES));
  });

  it('of one record that is as large as the body', async () => {
    const pace = new CountedPace();
    const list = inputs(8 * 1_024).map((content) => ({ role: 'user', content }));
    expect(await read([list, list.slice(0, 2)], pace)).toBe(2);
    expect(pace.rests).toBeGreaterThanOrEqual(BODY_BYTES / PIECE_BYTES);
  });
});

it('a single run of LangSmith', async () => {
  const pace = new CountedPace();
  const list = inputs(8 * 1_024);
  expect((await readRun(json(run(list, 1)), pace, 'post')).parts[0]?.id).toBe('r1');
  expect(pace.rests).toBeGreaterThanOrEqual(BODY_BYTES / PIECE_BYTES);
});

describe('a log of Helicone', () => {
  const log = (request: object, response: object) =>
    json({
      providerRequest: { url: 'custom-model-nopath', json: { model: 'gpt-4o-mini', ...request }, meta: {} },
      providerResponse: { status: 200, headers: {}, ...response },
    });
  const usage = { prompt_tokens: 900, completion_tokens: 120 };
  const piecesOf = async (bytes: Buffer) => {
    const pace = new CountedPace();
    const read = await readLog(bytes, pace);
    expect(pace.rests).toBeGreaterThanOrEqual(BODY_BYTES / PIECE_BYTES);
    return read;
  };

  it('with a large request', async () => {
    const messages = inputs(8 * 1_024).map((content) => ({ role: 'user', content }));
    const bytes = log({ messages }, { json: { model: 'm', usage } });
    const { body, streamed } = await piecesOf(bytes);
    expect(streamed).toBeNull();
    expect(JSON.stringify(body) === bytes.toString()).toBe(true);
  });

  it('with a large stream, whose token counts come last', async () => {
    const events = [
      ...inputs(128).map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
      { choices: [], usage },
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    const { streamed } = await piecesOf(log({}, { json: {}, textBody: events.join('') }));
    expect(streamed).toMatchObject({ usage, output: [{ role: 'assistant' }] });
    const [message] = (streamed?.output ?? []) as { content: string }[];
    expect(message?.content === inputs(128).join('')).toBe(true);
  });

  it('with many embeddings, which are not kept', async () => {
    const data = inputs(8 * 1_024).map(() => ({ embedding: Array.from({ length: 1_536 }, () => 0.125) }));
    const { body } = await piecesOf(log({ input: 'x' }, { json: { object: 'list', data, usage } }));
    expect(body['providerResponse']).toMatchObject({ json: { data: [], usage } });
  });

  it('that is not valid is refused', async () => {
    const bytes = log({ messages: inputs(8 * 1_024) }, { json: {} });
    for (const [spoiled, error] of [
      [bytes.subarray(0, -1), { reason: 'invalid_json' }],
      [
        json({ providerRequest: {}, filling: inputs(8 * 1_024) }),
        { details: [{ path: 'providerResponse' }] },
      ],
      [json(inputs(8 * 1_024)), { details: [{ path: 'providerRequest' }] }],
    ] as const)
      await expect(readLog(spoiled, new Pace())).rejects.toMatchObject(error);
  });
});

it('parts are sealed and written in turns of limited size, in their order', async () => {
  const { events } = await batchEvents(json({ batch: inputs(100 * 1_024).map(event) }), new Pace());
  const parts = events.map(eventPart).filter((part) => part !== null);
  const turns = partTurns(parts);
  expect(turns.flat()).toEqual(parts);
  for (const turn of turns)
    expect(turn.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(256 * 1_024);
  const [large] = parts;
  expect(partTurns(large ? [large, { ...large, bytes: 3 * MIB }, large] : [])).toHaveLength(3);
  expect(partTurns(large ? Array.from({ length: 2_500 }, () => ({ ...large, bytes: 0 })) : [])).toHaveLength(
    3,
  );
});
