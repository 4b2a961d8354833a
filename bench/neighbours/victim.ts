// Somebody who wants nothing but answers to small questions, one after the other, and takes the time of each.

export interface Asked {
  port: number;
  apiKey: string;
  seconds: number;
}

/** Milliseconds, by question. */
export type Times = Record<string, number[]>;

const RECORDS = 200;
let stored = false;

async function ask({ port, apiKey, seconds }: Asked): Promise<Times> {
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    if (!reply.ok || text.includes('"rejected":[{')) throw new Error(`${path}: ${text}`);
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
    stored = true;
  }
  const questions: Record<string, (round: number) => Promise<void>> = {
    check: () =>
      call('POST', '/v1/gate/check', { provider: 'openai', model: 'gpt-5', estimatedCostUsd: 0.01 }),
    list: () => call('POST', '/v1/query/calls', { limit: 20 }),
    get: (round) => call('GET', `/v1/query/calls/own-${round % RECORDS}`),
  };
  const times: Times = { check: [], list: [], get: [] };
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; performance.now() < end; round += 1) {
    for (const [name, question] of Object.entries(questions)) {
      const began = performance.now();
      await question(round);
      times[name]?.push(performance.now() - began);
    }
    // Within the 600 reads a minute of a key.
    await new Promise((resolve) => setTimeout(resolve, 150));
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
