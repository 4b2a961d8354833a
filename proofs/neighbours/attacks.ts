// What an account with a key can do to others. Each attack is prepared first, and then runs until it is
// ended.
import { connect, type Socket } from 'node:net';
import { ATTACKS as COSTLY_TEXTS } from '../../server/src/core/content/redact/attacks.ts';

export interface Attacker {
  port: number;
  grpcPort: number;
  /** Creates an account and returns its key. */
  account: (name: string) => Promise<string>;
  /** The victim's key, for effects other than delays. */
  victim: string;
}

/** Ending the attack returns what happened during it. */
type Attack = (attacker: Attacker) => Promise<{ begin: () => Promise<() => Promise<string>> }>;

export const ATTACKS: Record<string, Attack> = {
  async search(attacker) {
    const key = await attacker.account('searcher');
    const tags = (at: number) =>
      Object.fromEntries(
        Array.from({ length: 45 }, (_, tag) => [`tag${tag}`, `value ${at * 7_919 + tag * 104_729}`]),
      );
    await store(attacker, key, 15_000, 100, (at) => ({ tags: tags(at) }));
    return endless(6, async () => {
      const body = { search: 'zzqqyy not there', limit: 1 };
      return String((await send(attacker, key, 'POST', '/v1/query/calls', body)).status);
    });
  },

  async unread(attacker) {
    const key = await attacker.account('unread');
    // Without consent to content, tags are the only bulk data that an account can store.
    const tags = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`tag${at}`, 'v'.repeat(250)]));
    await store(attacker, key, 500, 50, () => ({ traceId: 'wide', tags }));
    const trace = await (await send(attacker, key, 'GET', '/v1/query/trace/wide')).arrayBuffer();
    return {
      begin: async () => {
        const sockets = Array.from({ length: 14 }, () => ask(attacker, key, '/v1/query/trace/wide', 'GET'));
        return async () => {
          for (const socket of sockets) socket.destroy();
          return `14 answers of ${(trace.byteLength / 1_048_576).toFixed(1)} MiB not read`;
        };
      },
    };
  },

  async exports(attacker) {
    const keys = [await attacker.account('slow'), await attacker.account('slower')];
    const tags = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`tag${at}`, 'v'.repeat(250)]));
    for (const key of keys) await store(attacker, key, 4_000, 100, () => ({ tags }));
    return {
      begin: async () => {
        const sockets = keys.map((key) => ask(attacker, key, '/v1/query/export', 'POST'));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const began = performance.now();
        const own = await send(attacker, attacker.victim, 'POST', '/v1/query/export', {});
        await own.arrayBuffer();
        const took = performance.now() - began;
        return async () => {
          for (const socket of sockets) socket.destroy();
          return `two exports not read; the victim's own: ${own.status} after ${took.toFixed(0)} ms`;
        };
      },
    };
  },

  async redaction(attacker) {
    const key = await attacker.account('redacted');
    const input = (COSTLY_TEXTS['card: groups of four'] ?? String)(240_000);
    let sent = 0;
    return endless(3, async () => {
      const from = (sent += 4);
      return String(
        (
          await send(attacker, key, 'POST', '/v1/ingest', {
            records: [0, 1, 2, 3].map((at) => record(from + at, { requestMeta: { input } })),
          })
        ).status,
      );
    });
  },

  async changes(attacker) {
    const key = await attacker.account('changer');
    let at = 0;
    return endless(40, async () => {
      const body = { name: `view ${(at += 1) % 2}`, filter: { model: `m-${at}` } };
      return String((await send(attacker, key, 'POST', '/v1/saved-views', body)).status);
    });
  },

  async rubrics(attacker) {
    const key = await attacker.account('rubrics');
    let at = 0;
    return endless(12, async () => {
      const patterns = Array.from({ length: 220 }, (_, n) => ({ pattern: `\\pL{1000}${n}` }));
      const rubric = JSON.stringify({ $comment: String((at += 1)), allOf: patterns });
      const body = { name: `slow ${at}`, type: 'json_schema', rubric, scaleMin: 0, scaleMax: 1 };
      return String((await send(attacker, key, 'POST', '/v1/eval-criteria', body)).status);
    });
  },

  async signUps(attacker) {
    let at = 0;
    return endless(60, async () => {
      const email = `mallory-${(at += 1)}-${Math.random()}@example.com`;
      const body = { email, password: 'a long enough one', name: 'Mallory' };
      return String((await send(attacker, 'none', 'POST', '/v1/auth/signup', body)).status);
    });
  },

  /**
   * Connections from the attacker's own address: opened without a key, left idle, and opened again when the
   * service closes them.
   */
  async grpcConnections({ grpcPort }) {
    const held = new Set<Socket>();
    const { begin } = endless(300, async () => {
      const socket = connect({ port: grpcPort, host: '127.0.0.1', localAddress: '127.0.0.2' });
      held.add(socket);
      await new Promise((resolve) =>
        socket
          .on('error', () => undefined)
          .once('close', resolve)
          .resume(),
      );
      held.delete(socket);
      return 'closed';
    });
    return {
      begin: async () => {
        const end = await begin();
        return async () => {
          const open = [...held].filter((socket) => socket.readyState === 'open');
          const closed = end();
          for (const socket of held) socket.destroy();
          return `connections: ${open.length} open, ${await closed}`;
        };
      },
    };
  },
};

const record = (at: number, extra: object): object => ({
  id: `record-${at}`,
  provider: 'openai',
  model: 'gpt-5',
  timestamp: new Date(Date.now() - 1_000_000 + at).toISOString(),
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.001,
  latencyMs: 100,
  ...extra,
});

async function store(
  attacker: Attacker,
  key: string,
  count: number,
  atOnce: number,
  extra: (at: number) => object,
): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const records = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) =>
      record(from + at, extra(from + at)),
    );
    const reply = await send(attacker, key, 'POST', '/v1/ingest', { records });
    const text = await reply.text();
    if (!reply.ok || text.includes('"reason"')) throw new Error(text.slice(0, 300));
  }
}

const send = (
  { port }: Attacker,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Sends a request and never reads the answer. */
function ask({ port }: Attacker, key: string, path: string, method: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined).pause();
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-length: 0\r\n\r\n`,
  );
  return socket;
}

/** Repeats the request, `atOnce` at a time. */
function endless(atOnce: number, once: () => Promise<string>) {
  return {
    begin: async () => {
      const stop = new AbortController();
      const outcomes: Record<string, number> = {};
      const loop = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          const outcome = await once().catch(() => 'failed');
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        }
      };
      const loops = Array.from({ length: atOnce }, loop);
      return async () => {
        stop.abort();
        await Promise.all(loops);
        return Object.entries(outcomes)
          .map(([outcome, count]) => `${count} x ${outcome}`)
          .join(', ');
      };
    },
  };
}
