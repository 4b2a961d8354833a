// Uses a local name server that knows three names and never answers for a fourth.
import { type Socket, createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboundClient } from './client.ts';
import { type ResolveName, nameResolver } from './resolve-name.ts';

const A = 1;
const AAAA = 28;
const ANSWERS: Record<string, Partial<Record<number, number[][]>>> = {
  'both.example.com': {
    [A]: [[93, 184, 216, 34]],
    [AAAA]: [[0x20, 1, 0x48, 0x60, ...Array<number>(11).fill(0), 1]],
  },
  'four.example.com': {
    [A]: [
      [10, 0, 0, 1],
      [10, 0, 0, 2],
    ],
  },
  'silent.example.com': {},
};

let server: Socket;
let resolve: ResolveName;
let asked = 0;

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, from) => {
    asked += 1;
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += size + 1;
    }
    const known = ANSWERS[labels.join('.').toLowerCase()];
    if (known && Object.keys(known).length === 0) return;
    const answers = known?.[query.readUInt16BE(at + 1)] ?? [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    const records = answers.map((data) =>
      Buffer.from([0xc0, 12, 0, query.readUInt16BE(at + 1), 0, 1, 0, 0, 0, 60, 0, data.length, ...data]),
    );
    server.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  resolve = nameResolver([`127.0.0.1:${server.address().port}`]);
});

afterAll(() => server.close());

describe('names in DNS', () => {
  const patient = new AbortController().signal;

  it('give all their addresses, IPv4 and IPv6', async () => {
    expect(await resolve('both.example.com', patient)).toEqual(['93.184.216.34', '2001:4860::1']);
    expect((await resolve('four.example.com', patient)).toSorted()).toEqual(['10.0.0.1', '10.0.0.2']);
  });

  it('that do not exist are an error', async () => {
    await expect(resolve('nowhere.example.com', patient)).rejects.toThrow('ENOTFOUND');
  });

  it('are given up after the time limit', async () => {
    // Why the lookup itself ended: without the limit the resolver gives up by itself, after seconds.
    const lookup = Promise.withResolvers<unknown>();
    const watched: ResolveName = (name, signal) => {
      const found = resolve(name, signal);
      found.catch(lookup.resolve);
      return found;
    };
    const client = outboundClient({ allow: [], resolve: watched });
    const error = await client
      .post('https://silent.example.com/', { body: '', timeoutMs: 100 })
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ reason: 'timeout' });
    expect(await lookup.promise).toMatchObject({ code: 'ECANCELLED' });
  });

  it('are rejected by their addresses, after one lookup', async () => {
    const client = outboundClient({ allow: [], resolve });
    asked = 0;
    await expect(client.post('https://four.example.com/', { body: '' })).rejects.toMatchObject({
      reason: 'blocked_address',
    });
    expect(asked).toBe(2);
  });
});
