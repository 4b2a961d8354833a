// A client that sends small requests one after the other and times each.
import { GrpcSender } from '../lib/grpc-sender.ts';

export interface Asked {
  port: number;
  grpcPort: number;
  apiKey: string;
  email: string;
  password: string;
  seconds: number;
}

/** Milliseconds, by request. */
export type Times = Record<string, number[]>;

const RECORDS = 200;
/** An export request in protobuf without any field. */
const NO_SPANS = new Uint8Array(0);
let stored = false;
let criterionId = 0;
/** A key may read 600 times a minute, so there are several. */
const keys: string[] = [];
const KEYS = 4;
let calls = 0;

async function ask({ port, grpcPort, apiKey, email, password, seconds }: Asked): Promise<Times> {
  const call = async (method: string, path: string, body?: object): Promise<string> => {
    const key = keys[(calls += 1) % KEYS] ?? apiKey;
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    if (!reply.ok || text.includes('"rejected":[{')) throw new Error(`${path}: ${text}`);
    return text;
  };
  const records = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `own-${from + at}`,
      provider: 'openai',
      model: 'gpt-5',
      timestamp: new Date().toISOString(),
      promptTokens: 10,
      completionTokens: 5,
      totalTokens: 15,
      costUsd: 0.001,
      latencyMs: 100,
    }));
  if (!stored) {
    for (let from = 0; from < RECORDS; from += 100)
      await call('POST', '/v1/ingest', { records: records(from, 100) });
    const rubric = { name: 'Own', type: 'regex', rubric: '^a+$', scaleMin: 0, scaleMax: 1 };
    const { criteria } = JSON.parse(await call('POST', '/v1/eval-criteria', rubric)) as {
      criteria: { id: number; name: string }[];
    };
    criterionId = criteria.find(({ name }) => name === 'Own')?.id ?? 0;
    for (let at = 0; at < KEYS; at += 1) {
      const made = await call('POST', '/v1/api-keys', { name: `Own ${at}` });
      keys.push((JSON.parse(made) as { apiKey: string }).apiKey);
    }
    stored = true;
  }
  const questions: Record<string, (round: number) => Promise<string>> = {
    check: () =>
      call('POST', '/v1/gate/check', { provider: 'openai', model: 'gpt-5', estimatedCostUsd: 0.01 }),
    list: () => call('POST', '/v1/query/calls', { limit: 20 }),
    get: (round) => call('GET', `/v1/query/calls/own-${round % RECORDS}`),
    change: (round) => call('POST', '/v1/saved-views', { name: 'Own', filter: { model: `m-${round}` } }),
    rubric: (round) =>
      call('PATCH', `/v1/eval-criteria/${criterionId}`, {
        name: 'Own',
        rubric: `^a{1,${(round % 90) + 1}}$`,
        scaleMin: 0,
        scaleMax: 1,
      }),
    // Uses a new connection each time, because an open one cannot be kept out.
    export: async () => {
      const sender = new GrpcSender([grpcPort]);
      const { fault } = await sender.send(apiKey, NO_SPANS);
      sender.close();
      if (fault) throw new Error(fault);
      return '';
    },
    signIn: () => call('POST', '/v1/auth/login', { email, password }),
  };
  // Stays within the limits of 300 changes a minute per key and 1,200 per account.
  const everySo: Record<string, number> = { change: 2, rubric: 2, signIn: 8 };
  const times: Times = Object.fromEntries(Object.keys(questions).map((name) => [name, []]));
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; performance.now() < end; round += 1) {
    for (const [name, question] of Object.entries(questions)) {
      if (round % (everySo[name] ?? 1) > 0) continue;
      const began = performance.now();
      await question(round);
      times[name]?.push(performance.now() - began);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return times;
}

process.on('message', (asked: Asked) => {
  ask(asked).then(
    (times) => process.send?.(times),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({});
