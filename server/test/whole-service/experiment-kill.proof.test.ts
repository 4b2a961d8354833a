// kill -9 in the middle of an experiment: after a restart it goes on by itself, and no finished cell is asked
// again. Cells that were under way may be.
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { startService, type Service } from '../support/service-process.ts';
import { emulated } from '../support/records-engine.ts';

const ITEMS = 20;
const AT_ONCE = 2;
const ENV = { TRACEWELL_OUTBOUND_ALLOW: '127.0.0.1/32' };

it.runIf(inject('engine') === 'sqlite' && !emulated)(
  'resumes after kill -9 without running a finished cell again',
  { timeout: 120_000 },
  async () => {
    const open = Promise.withResolvers<void>();
    let hangs = true;
    const model = await startScriptedModel(async ({ last }) => {
      if (hangs && model.asked.length > ITEMS / 2) await open.promise;
      return `Yes: ${last}`;
    });
    let service = await startService({ env: ENV });
    const order = { email: 'ada@example.com', password: 'long enough, 9', plan: 'team' };
    const { apiKey } = JSON.parse((await service.operate('POST', '/operator/accounts', order)).text);
    const ask = async (of: Service, method: string, url: string, body?: object) => {
      const reply = await of.call(method, url, apiKey, body);
      expect([url, reply.status < 300, reply.text]).toEqual([url, true, expect.any(String)]);
      return JSON.parse(reply.text);
    };
    const { id: connectionId } = await ask(service, 'POST', '/v1/model-connections', {
      name: 'Ours',
      provider: 'openai-compatible',
      baseUrl: model.url,
      defaultModel: 'gpt-4o-mini',
      test: false,
    });
    const { id: datasetId } = await ask(service, 'POST', '/v1/eval-datasets', {
      name: 'Set',
      items: Array.from({ length: ITEMS }, (_, at) => ({ inputText: `Item ${at}` })),
    });
    const { id } = await ask(service, 'POST', '/v1/experiments', {
      name: 'Killed',
      datasetId,
      variants: [{ connectionId, messages: [{ role: 'user', content: '{{input}}' }] }],
      concurrency: AT_ONCE,
    });
    await ask(service, 'POST', `/v1/experiments/${id}/start`);
    await eventually(() => expect(model.asked.length).toBe(ITEMS / 2 + AT_ONCE));
    const { rows } = await ask(service, 'GET', `/v1/experiments/${id}/results`);
    const finished = rows
      .filter(({ cells }: { cells: object[] }) => cells.length > 0)
      .map(({ input }: { input: string }) => input);
    expect(finished.length).toBe(ITEMS / 2);
    await service.kill();
    // As if the lease of the dead process had run out.
    const db = new DatabaseSync(path.join(service.folder, 'metadata.sqlite'));
    db.exec("update jobs set locked_until = 0 where status = 'running'");
    db.close();
    hangs = false;
    open.resolve();
    const before = model.asked.length;
    service = await startService({ folder: service.folder, env: ENV });
    await eventually(async () => {
      const now = await ask(service, 'GET', `/v1/experiments/${id}`);
      expect([now.status, now.doneCount]).toEqual(['done', ITEMS]);
    });
    const again = model.asked.slice(before).map(({ last }) => last);
    expect(again.filter((input) => finished.includes(input))).toEqual([]);
    expect(again.length).toBe(ITEMS / 2);
    model.close();
  },
);
