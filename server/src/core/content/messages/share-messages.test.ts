import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Content } from '#core/content/content';
import { redactRecord } from '#core/content/redact/redact-record';
import { sampleCall } from '#core/content/sample-call';
import type { AccountKeys } from '#core/content/seal/content-keys';
import { openSharing, sealRecord } from '#core/content/seal/seal-content';
import { splitContent } from '#core/content/split-content';
import { searchKeyOf } from '#core/content/words/word-hashes';
import type { Json, JsonObject } from '#records';
import { MESSAGE_COLUMNS } from '#records/writer/rows/message-row';
import { RowReader } from '#test/support/decode-records';
import { MessageMemory } from './message-memory.ts';
import { RequestMessages } from './request-messages.ts';
import { restoreMessages } from './restore-messages.ts';
import { openMessage } from './seal-message.ts';
import { shareMessages } from './share-messages.ts';
import { skipKnown } from './skip-known.ts';

const DAY_MS = 86_400_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const key = { version: 1, key: createSecretKey(randomBytes(32)) };
const keys: AccountKeys = {
  account: 7,
  newest: key,
  byVersion: new Map([[1, key.key]]),
  search: [searchKeyOf(key.key)],
  unreadable: () => undefined,
};

interface Row {
  id: string;
  sealed: Buffer;
  parts: string[];
}

/** A service without a store: every request is stored at once. */
class Store {
  readonly messages = new Map<string, Row>();
  readonly #memory = new MessageMemory();
  state = 0;

  /** Stores one content, and returns how to read it back. */
  send(meta: JsonObject, timestampMs = now, { project = 1, rules = 'redacted', isStored = true } = {}) {
    const request = new RequestMessages({
      memory: this.#memory,
      account: keys.account,
      keys,
      secret: 'secret',
      rules,
      searchable: true,
      nowMs: now,
      state: this.state,
    });
    const at = { project, timestampMs, expiresAtMs: timestampMs + 30 * DAY_MS };
    const call = sampleCall({ id: 'call', timestampMs, requestMeta: meta });
    const { record } = redactRecord(skipKnown(call, request, at) as typeof call);
    const { content } = splitContent(record);
    const shared = shareMessages(content as Content, request, at);
    const { sealed: bytes, messages } = sealRecord(keys, record, content as Content, true, shared);
    const sealed = Buffer.from(bytes);
    const { rows, count, state } = request.encoded();
    const reader = new RowReader(rows);
    for (let row = 0; row < count; row += 1) {
      const read = reader.row(MESSAGE_COLUMNS, ['sealed', 'word_hashes']) as unknown as Row;
      this.messages.set(read.id, read);
    }
    if (isStored) this.#memory.learn(request.stored());
    return { sealed, messages, count, refers: state !== null, read: () => this.#read(sealed, messages) };
  }

  #read(sealed: Buffer, ids: readonly string[]): Content | null {
    const itemsOf = (id: string): Json[] => {
      const row = this.messages.get(id);
      if (!row) throw new Error('A message is missing.');
      return row.parts.length > 0 ? row.parts.flatMap(itemsOf) : (openMessage(keys, id, row.sealed) ?? []);
    };
    const opened = openSharing(keys, 'call', sealed);
    return opened && restoreMessages(opened, ids, itemsOf);
  }
}

const said = (name: string, length = 200): JsonObject => ({
  role: name.startsWith('a') ? 'assistant' : 'user',
  content: `${name} ${'talk '.repeat(length / 5)}`,
});
const conversation = (turns: number, of = 'user'): JsonObject[] =>
  Array.from({ length: turns }, (_, at) => said(`${at % 2 === 0 ? of : 'answer'} ${at}`));

describe('messages that contents share', () => {
  it('leaves a call alone that repeats nothing', () => {
    const store = new Store();
    for (let at = 0; at < 5; at += 1) {
      const sent = store.send({ input: conversation(8, `user ${at}`).slice(0, 1), output: 'x' });
      expect([sent.count, sent.messages]).toEqual([0, []]);
    }
  });

  it('stores each message once, and few references', () => {
    const store = new Store();
    let [most, mostNew] = [0, 0];
    for (let turns = 1; turns <= 400; turns += 2) {
      const input = conversation(turns);
      const sent = store.send({ input, output: 'x' }, now + turns);
      expect(sent.read()).toEqual({ input, output: 'x' });
      most = Math.max(most, sent.messages.length);
      mostNew = Math.max(mostNew, sent.count);
    }
    // Two new ones and a block; the first turns are stored when they are met again.
    expect(mostNew).toBeLessThan(8);
    expect(most).toBeLessThan(400 / 32 + 33);
  });

  it('does not refer to what was not stored, to later times, to other projects, states and rules', () => {
    const store = new Store();
    const input = conversation(20);
    const refers = (...args: Parameters<Store['send']>) => store.send(...args).refers;
    store.send({ input });
    expect(store.send({ input }, now, { isStored: false })).toMatchObject({ count: 20, refers: false });
    expect(store.send({ input })).toMatchObject({ count: 20, refers: false });
    expect(store.send({ input })).toMatchObject({ count: 0, refers: true });
    expect(refers({ input }, now + DAY_MS)).toBe(true);
    expect(refers({ input }, now + DAY_MS + 1)).toBe(false);
    // The newer one has taken its place.
    expect(refers({ input }, now)).toBe(false);
    expect(refers({ input }, now)).toBe(true);
    expect(refers({ input }, now - 1)).toBe(false);
    expect(refers({ input }, now, { project: 2 })).toBe(false);
    expect(refers({ input }, now, { rules: 'as sent' })).toBe(false);
    store.state += 1;
    expect(refers({ input }, now)).toBe(false);
  });

  it('does not redact again what is stored, and redacts the rest', () => {
    const store = new Store();
    const mail = { role: 'user', content: 'Write to ada@example.com. '.repeat(10) };
    const input = [...conversation(10), mail];
    const redacted = [...conversation(10), { role: 'user', content: expect.not.stringContaining('ada@') }];
    for (let times = 0; times < 4; times += 1)
      expect(store.send({ input }).read()).toEqual({ input: redacted });
  });

  it('restores any content as it was', () => {
    const store = new Store();
    let seed = 5;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const texts = ['a', '\uD83D', '\uDE00 half', '', '返金', 'x y '.repeat(400), '\\"{[', '__proto__'];
    const value = (depth: number): Json => {
      const kind = random(depth > 3 ? 4 : 7);
      if (kind === 0) return texts[random(texts.length)] ?? '';
      if (kind === 1) return random(1_000) / 7;
      if (kind === 2) return random(2) === 0 ? null : true;
      if (kind === 3) return Array.from({ length: random(3) }, () => random(9));
      if (kind < 6) return Array.from({ length: random(80) }, () => value(depth + 1));
      return Object.fromEntries(
        Array.from({ length: random(5) }, (_, at) => [at === 3 ? '__proto__' : `m${at}`, value(depth + 1)]),
      );
    };
    const pool = Array.from({ length: 60 }, () => ({ role: 'user', content: value(2) }));
    for (let round = 0; round < 300; round += 1) {
      const from = random(30);
      const list: Json[] = [...pool.slice(from, from + random(60)), value(1)];
      const meta = JSON.parse(
        JSON.stringify({
          input: random(2) === 0 ? list : { messages: list, tools: pool.slice(0, random(40)), n: 1 },
          systemInstructions: texts.slice(0, random(8)).join('').repeat(random(40)),
          attributes: { 'gen_ai.tool.definitions': pool.slice(10, 10 + random(30)) },
        }),
      ) as JsonObject;
      const expected = splitContent(
        redactRecord(sampleCall({ id: 'call', timestampMs: now + round, requestMeta: meta })).record,
      ).content;
      expect(JSON.stringify(store.send(meta, now + round).read())).toBe(JSON.stringify(expected));
    }
    expect(store.messages.size).toBeGreaterThan(100);
  });
});
