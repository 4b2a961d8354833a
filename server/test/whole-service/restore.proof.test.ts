// A backup that is older than some later events, restored into another folder: sealed data opens with the
// master key and not without it, closed accounts are deleted when they are due, and later erasures can be
// repeated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, inject, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freshFolder } from '../support/metadata.ts';
import { emulated } from '../support/records-engine.ts';
import { sampleRecord } from '../support/sample-records.ts';
import { startService, tracewell, type Service } from '../support/service-process.ts';

const WORD = 'kanarienvogel';
const WITHIN = { timeout: 60_000, interval: 250 };

interface Account {
  id: string;
  key: string;
  datasetId: number;
}

const json = async (asked: ReturnType<Service['call']>) => {
  const { status, text } = await asked;
  return { status, body: text === '' ? null : JSON.parse(text) };
};

/** With stored content, a dataset of one item, and two sessions. */
async function account(service: Service, name: string): Promise<Account> {
  const order = { email: `${name}@example.com`, password: 'long enough, 9', plan: 'team', name };
  const made = await json(service.operate('POST', '/operator/accounts', order));
  expect(made.status).toBe(201);
  const { accountId: id, apiKey: key } = made.body;
  await service.operate('PUT', `/operator/accounts/${id}/consents`, { plaintextStorage: true });
  const records = ['kept', 'erased'].map((session) =>
    sampleRecord({
      id: `${name}-${session}`,
      sessionId: session,
      requestMeta: { input: `${name} asks ${WORD}`, output: `It is ${session}.` },
    }),
  );
  const stored = await json(service.call('POST', '/v1/ingest', key, { records }));
  expect(stored).toEqual({ status: 200, body: { accepted: 2, rejected: [] } });
  const items = [{ inputText: `${name} wants ${WORD}`, expectedOutput: 'A bird' }];
  const dataset = await json(service.call('POST', '/v1/eval-datasets', key, { name: 'Birds', items }));
  expect(dataset.status).toBe(201);
  return { id, key, datasetId: dataset.body.id };
}

const contentOf = async (service: Service, { key }: Account, callId: string) => {
  const { status, body } = await json(service.call('GET', `/v1/query/calls/${callId}`, key));
  return [status, body.call?.requestMeta?.input];
};

const idsOf = async (service: Service, { key }: Account): Promise<string[]> => {
  const { body } = await json(service.call('POST', '/v1/query/calls', key, {}));
  return body.records.map(({ id }: { id: string }) => id).toSorted();
};

async function eraseSession(service: Service, { key }: Account): Promise<{ digest: string; erased: number }> {
  const asked = await json(service.call('POST', '/v1/erasures', key, { sessionId: 'erased' }));
  expect(asked.status).toBe(202);
  return eventually(async () => {
    const { body } = await json(service.call('GET', `/v1/erasures/${asked.body.id}`, key));
    expect(body).toMatchObject({ status: 'done' });
    return body;
  }, WITHIN);
}

/** Its key is refused, and no command finds it. */
async function expectGone(service: Service, { id, key }: Account): Promise<void> {
  await eventually(
    async () => expect((await service.call('GET', '/v1/projects', key)).status).toBe(401),
    WITHIN,
  );
  // A command starts a process, so the test waits for the row, and then looks once.
  const db = new DatabaseSync(path.join(service.folder, 'metadata.sqlite'), { readOnly: true });
  const row = db.prepare('select id from accounts where id = ?');
  try {
    await eventually(() => expect(row.get(id)).toBeUndefined(), WITHIN);
  } finally {
    db.close();
  }
  const { accounts } = JSON.parse(tracewell(service.folder, ['account', 'list', '--json']).stdout);
  expect(accounts).not.toContainEqual(expect.objectContaining({ id }));
}

describe.runIf(inject('engine') === 'sqlite' && !emulated)('a restored backup', () => {
  it('opens only with the key, and later erasures can be repeated', { timeout: 240_000 }, async () => {
    const first = await startService();
    const kept = await account(first, 'kept');
    const erased = await account(first, 'erased');
    const closed = await account(first, 'closed');
    const due = await account(first, 'due');
    const root = freshFolder();
    const command = (folder: string, ...args: string[]) => {
      const { status, stdout, stderr } = tracewell(folder, [...args, '--json']);
      expect([args, status, stderr]).toEqual([args, 0, '']);
      return JSON.parse(stdout);
    };
    const { deletesAt } = command(first.folder, 'account', 'delete', closed.id, '--yes');
    expect(Date.parse(deletesAt) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    const backup = path.join(root, 'backup');
    expect(command(first.folder, 'backup', backup).contains).toEqual({
      metadata: true,
      records: true,
      masterKey: false,
    });

    // Events after the backup are not in it.
    const before = await eraseSession(first, kept);
    expect(before.erased).toBe(1);
    command(first.folder, 'account', 'delete', erased.id, '--now', '--yes');
    await expectGone(first, erased);
    await first.stop();
    // Closed while the service is down: due as soon as one runs.
    command(first.folder, 'account', 'delete', due.id, '--now', '--yes');
    const later = path.join(root, 'later');
    command(first.folder, 'backup', later, '--with-master-key');

    // Without the key the service does not start, and each command says why.
    const folder = path.join(root, 'restored');
    command(folder, 'restore', backup);
    await expect(startService({ folder })).rejects.toThrow(
      `The master key is missing: ${folder}/master.key is gone and TRACEWELL_MASTER_KEY is not set.`,
    );
    const doctor = tracewell(folder, ['doctor']);
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining('The master key is missing')]);
    const wrong = { TRACEWELL_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    await expect(startService({ folder, env: wrong })).rejects.toThrow(
      'The master key is not the one this data was written with.',
    );

    const masterKey = readFileSync(path.join(first.folder, 'master.key'), 'utf8').trim();
    const second = await startService({ folder, env: { TRACEWELL_MASTER_KEY: masterKey } });
    for (const [name, of] of Object.entries({ kept, erased, closed, due })) {
      const item = await json(second.call('GET', `/v1/eval-datasets/${of.datasetId}`, of.key));
      expect(item.body.items).toMatchObject([
        { inputText: `${name} wants ${WORD}`, expectedOutput: 'A bird' },
      ]);
      expect(await contentOf(second, of, `${name}-kept`)).toEqual([200, `${name} asks ${WORD}`]);
    }
    // Its words can be searched again, which also needs the key.
    const search = { search: WORD };
    const found = await json(second.call('POST', '/v1/query/calls', kept.key, search));
    expect(found.body.records).toHaveLength(2);

    // The session that was erased after the backup is back, as the docs say, and the same request erases it
    // again: the digest shows that it is the same.
    expect(await idsOf(second, kept)).toEqual(['kept-erased', 'kept-kept']);
    const again = await eraseSession(second, kept);
    expect([again.erased, again.digest]).toEqual([1, before.digest]);
    expect(await idsOf(second, kept)).toEqual(['kept-kept']);

    // So is the account, until it is deleted again.
    const key = { TRACEWELL_MASTER_KEY: masterKey };
    expect((await second.call('GET', '/v1/projects', erased.key)).status).toBe(200);
    expect(tracewell(folder, ['account', 'delete', erased.id, '--now', '--yes'], key).status).toBe(0);
    await expectGone(second, erased);
    expect((await second.call('GET', '/v1/projects', kept.key)).status).toBe(200);

    // An account that was closed before the backup stays closed with the same due time, and can still be
    // kept.
    const show = () =>
      JSON.parse(tracewell(folder, ['account', 'show', closed.id, '--json']).stdout) as {
        deletesAt: string | null;
      };
    expect(show().deletesAt).toBe(deletesAt);
    expect(tracewell(folder, ['account', 'restore', closed.id], key)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('stays'),
    });
    expect(show().deletesAt).toBeNull();
    await second.stop();

    // With the key in the backup nothing else is needed, and an account that became due meanwhile is
    // deleted at the start.
    const whole = path.join(root, 'whole');
    command(whole, 'restore', later);
    const third = await startService({ folder: whole });
    expect(await contentOf(third, kept, 'kept-kept')).toEqual([200, `kept asks ${WORD}`]);
    expect(await idsOf(third, kept)).toEqual(['kept-kept']);
    await expectGone(third, due);
    await expectGone(third, erased);
  });
});
