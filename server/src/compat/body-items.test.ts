import { describe, expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { bodyItems } from './body-items.ts';

const itemsOf = async (text: string) =>
  (await bodyItems(Buffer.from(text), new Pace())).map((item) =>
    item.ok ? value(item.value) : { ok: false, reason: item.reason },
  );
const value = (sent: unknown) => ({ ok: true, value: sent });

describe('the records of a body', () => {
  it('a list, one object, and lines, with and without blank ones', async () => {
    expect(await itemsOf('[{"a":1},2]')).toEqual([value({ a: 1 }), value(2)]);
    expect(await itemsOf('{"a":1}')).toEqual([value({ a: 1 })]);
    expect(await itemsOf('{"a":1}\r\n\n{"b":2}\n')).toEqual([value({ a: 1 }), value({ b: 2 })]);
  });

  it('one that cannot be read is reported, and the others are read', async () => {
    expect(await itemsOf('[1,{"__proto__":1},3]')).toEqual([
      value(1),
      { ok: false, reason: 'forbidden_key' },
      value(3),
    ]);
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    expect(await itemsOf(`[1,${deep}]`)).toEqual([value(1), { ok: false, reason: 'too_deep' }]);
    expect(await itemsOf('{"a":1}\n{"b":\n3')).toEqual([
      value({ a: 1 }),
      { ok: false, reason: 'invalid_json' },
      value(3),
    ]);
    const abyss = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(await itemsOf(`[1,${abyss}]`)).toEqual([value(1), { ok: false, reason: 'too_deep' }]);
  });

  it.each(['', '\n\n', 'text', 'text\n{"a":1}', '{"a":'])('%j is no body', async (text) => {
    await expect(itemsOf(text)).rejects.toMatchObject({ status: 400, reason: 'invalid_json' });
  });

  it('too many records are refused, also in lines', async () => {
    const many = Array.from({ length: 10_001 }, () => '1');
    await expect(itemsOf(`[${many.join(',')}]`)).rejects.toMatchObject({ reason: 'too_many_records' });
    await expect(itemsOf(many.join('\n'))).rejects.toMatchObject({ reason: 'too_many_records' });
  });

  it('millions of blank lines take neither memory nor the thread', async () => {
    const turns = { count: 0 };
    const timer = setInterval(() => (turns.count += 1), 5);
    const lines = `{"a":1}\n${'\n'.repeat(4_000_000)}{"b":2}`;
    expect(await itemsOf(lines)).toEqual([value({ a: 1 }), value({ b: 2 })]);
    clearInterval(timer);
    expect(turns.count).toBeGreaterThan(1);
  });
});
