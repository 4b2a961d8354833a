import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasUnreadJson,
  readJsonAround,
  readJsonRecord,
  UnreadJson,
  unreadJsonBytes,
  WHOLE_JSON_BYTES,
} from './json-record.ts';
import { Pace } from './yield-to-event-loop.ts';

const MIB = 1_048_576;

class CountedPace extends Pace {
  rests = 0;

  override get isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests += 1;
  }
}

const read = (text: string) => readJsonRecord(Buffer.from(text), new Pace());
const around = (text: string, bodyBytes = text.length) =>
  readJsonAround(Buffer.from(text), new Pace(), { bodyBytes });

describe('a record', () => {
  it('is parsed, and the last value of a repeated key counts', async () => {
    expect(await read('{"a":[1,{"b":"c"}]}')).toEqual({ ok: true, value: { a: [1, { b: 'c' }] } });
    expect(await read('{"a":1,"a":2}')).toEqual({ ok: true, value: { a: 2 } });
    const { value } = (await read(`{"x":"${'x'.repeat(MIB)}","a":1,"a":2}`)) as { value: { a: number } };
    expect(value.a).toBe(2);
  });

  it.each([
    ['invalid_json', '{"a":'],
    ['invalid_json', '{"a":1,"a":'],
    ['forbidden_key', '{"__proto__":1}'],
    ['forbidden_key', `{"x":"${'x'.repeat(MIB)}","__proto__":1}`],
    ['too_deep', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['too_deep', `{"x":"${'x'.repeat(MIB)}","a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['invalid_json', `{"x":"${'x'.repeat(MIB)}"`],
    ['invalid_json', `{"x":"${'x'.repeat(MIB)}\\q"}`],
  ])('is refused with %s', async (reason, text) => {
    expect(await read(text)).toMatchObject({ ok: false, fault: { reason } });
  });

  it('that is large is whole', async () => {
    const given = {
      id: 'a',
      text: 'é\n"\\😀'.repeat(MIB / 4),
      inner: { list: Array.from({ length: MIB / 4 }, (_, at) => at), usage: { input: 7 } },
      messages: Array.from({ length: 300 }, (_, at) => ({
        role: 'user',
        content: `${at} ${'x'.repeat(9_000)}`,
      })),
      members: Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at])),
      end: 9,
    };
    const text = JSON.stringify(given);
    const result = await read(text);
    expect(result.ok && JSON.stringify(result.value) === text).toBe(true);
  });

  it('is read with pauses for other work', async () => {
    const pace = new CountedPace();
    const member = `"${'x'.repeat(900 * 1_024)}"`;
    const text = `{${Array.from({ length: 16 }, (_, at) => `"m${at}":${member}`).join(',')}}`;
    expect((await readJsonRecord(Buffer.from(text), pace)).ok).toBe(true);
    expect(pace.rests).toBeGreaterThanOrEqual(400);
    pace.rests = 0;
    expect((await readJsonRecord(Buffer.from(`{"text":"${'x'.repeat(8 * MIB)}"}`), pace)).ok).toBe(true);
    expect(pace.rests).toBeGreaterThanOrEqual(250);
  });
});

describe('a record with unread members', () => {
  const long = 'x'.repeat(WHOLE_JSON_BYTES);

  it('has its small members, also those of objects, and the text of the others', async () => {
    const text = `{"id":"a","input": {"messages": ["${long}"] ,"model":"m"},"output":"${long}","n":1e2}`;
    const { value } = (await around(text)) as { value: Record<string, Record<string, unknown>> };
    expect(value).toMatchObject({ id: 'a', n: 100, input: { model: 'm' } });
    expect(value['output']).toBeInstanceOf(UnreadJson);
    expect(value['input']?.['messages']).toBeInstanceOf(UnreadJson);
    expect(Object.keys(value['output'] ?? {})).toEqual([]);
    expect([hasUnreadJson(value), hasUnreadJson({ a: { b: [1] } }), hasUnreadJson(null)]).toEqual([
      true,
      false,
      false,
    ]);
    const written: unknown = JSON.parse(unreadJsonBytes(value).toString());
    expect(JSON.stringify(written) === JSON.stringify(JSON.parse(text))).toBe(true);
  });

  it('is not read beyond its brackets, so a fault is found by whoever reads it', async () => {
    const { value } = (await around(`{"input":["${long}",oops]}`)) as { value: unknown };
    expect((await readJsonRecord(unreadJsonBytes(value), new Pace())).ok).toBe(false);
    expect(await around(`{"input":["${long}"}`)).toMatchObject({ fault: { reason: 'invalid_json' } });
    expect(await around(`{"x":"${long}","__proto__":1}`)).toMatchObject({
      fault: { reason: 'forbidden_key' },
    });
  });

  it('is written as it was, whatever stands around', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const unread = (value: unknown) => new UnreadJson(Buffer.from(JSON.stringify(value)));
        const sent = { a: unread(one), b: [other, unread(other)], c: one };
        const expected: unknown = JSON.parse(JSON.stringify({ a: one, b: [other, other], c: one }));
        expect(JSON.parse(unreadJsonBytes(sent).toString())).toEqual(expected);
      }),
    );
  });

  it('does not read what would become many objects, if the body is large', async () => {
    const text = `{"id":"a","body":{"input":[${'[],'.repeat(1_000)}[]],"tags":["a"],"n":{"a":1}}}`;
    const { value } = (await around(text, 8 * MIB)) as {
      value: { id: string; body: Record<string, unknown> };
    };
    expect([value.id, value.body['n']]).toEqual(['a', { a: 1 }]);
    expect(value.body['input']).toBeInstanceOf(UnreadJson);
    expect(value.body['tags']).toBeInstanceOf(UnreadJson);
    const usual = '{"id":"a","tags":[],"input":[{"role":"user","content":"Hi"}],"usage":{}}';
    expect(await around(usual, 8 * MIB)).toEqual({ ok: true, value: JSON.parse(usual) });
    expect(JSON.parse(unreadJsonBytes(value).toString())).toEqual(JSON.parse(text));
    expect(hasUnreadJson(((await around(text)) as { value: unknown }).value)).toBe(false);
  });

  it('tells unread members apart by their beginning, end and length', () => {
    const textOf = (text: string) => JSON.stringify(new UnreadJson(Buffer.from(text)));
    expect(textOf(long)).toBe(textOf('x'.repeat(WHOLE_JSON_BYTES)));
    expect(new Set([textOf(long), textOf(`${long}x`), textOf(`y${long.slice(1)}`)]).size).toBe(3);
  });
});
