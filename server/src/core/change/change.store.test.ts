import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metadata } from '#metadata/open';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { keyedHash, verifyAudit } from './audit.ts';
import { ChangeFeed } from './change-feed.ts';
import { changeAs, type Tx } from './change.ts';

const clock = new FakeClock();
let metadata: Metadata;
let feed: ChangeFeed;
const heard: (string | null)[] = [];
beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
  feed = new ChangeFeed(metadata, () => undefined);
  feed.on('keys', (key) => heard.push(key));
});
afterAll(() => metadata.close());

const by = (accountId: string) => ({
  accountId,
  actor: { type: 'system', id: 'test' } as const,
  origin: null,
});
const auditHash = keyedHash(Buffer.alloc(32, 1));
const services = () => ({ metadata, clock, feed, auditHash: async () => auditHash });

const write = ({ db }: Tx, name: string) => db.insertInto('settings').values({ name, value: '1' }).execute();

const stored = async (name: string) =>
  (await metadata.reader.selectFrom('settings').select('name').where('name', '=', name).execute()).length;

const actions = async (accountId: string) => {
  const rows = await metadata.reader
    .selectFrom('audit_entries')
    .select('action')
    .where('account_id', '=', accountId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => row.action);
};

describe('a change', () => {
  it('is committed with its entry and its job, and invalidates cached copies', async () => {
    const result = await changeAs(services(), by('acc_1'), 'thing.make', async (tx) => {
      await write(tx, 'made');
      await tx.invalidate('keys', 'key_1');
      await tx.enqueue({ name: 'later' });
      return { result: 7, target: { type: 'thing', id: 'thg_1' } };
    });
    expect(result).toBe(7);
    expect([await stored('made'), await actions('acc_1'), heard.splice(0)]).toEqual([
      1,
      ['thing.make'],
      ['key_1'],
    ]);
    expect(await metadata.reader.selectFrom('jobs').select('name').execute()).toEqual([{ name: 'later' }]);
  });

  it('that fails leaves no change, entry or job, and invalidates nothing', async () => {
    const failing = changeAs(services(), by('acc_1'), 'thing.make', async (tx) => {
      await write(tx, 'never');
      await tx.invalidate('keys', 'key_2');
      await tx.enqueue({ name: 'never' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await stored('never'), await actions('acc_1'), heard.splice(0)]).toEqual([0, ['thing.make'], []]);
    expect(
      await metadata.reader.selectFrom('jobs').select('name').where('name', '=', 'never').execute(),
    ).toEqual([]);
    expect((await verifyAudit(metadata.reader, auditHash, 'acc_1')).valid).toBe(true);
  });

  it('whose entry cannot be written is rolled back', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const unwritable = changeAs(services(), by('acc_1'), 'thing.make', async (tx) => {
      await write(tx, 'unaudited');
      return { result: null, target: { type: 'thing', id: 'x' }, metadata: cyclic };
    });
    await expect(unwritable).rejects.toThrow(/circular/i);
    expect(await stored('unaudited')).toBe(0);
  });

  it('that had nothing to change writes no entry', async () => {
    await changeAs(services(), by('acc_1'), 'thing.rename', async () => ({ result: null, target: null }));
    expect(await actions('acc_1')).toEqual(['thing.make']);
  });

  it('writes an entry for each additional change, and none if nothing was changed', async () => {
    const also = [
      { action: 'thing.paint', actor: { type: 'user', id: 'usr_9' }, target: { type: 'thing', id: 'x' } },
    ] as const;
    await changeAs(services(), by('acc_3'), 'thing.make', async () => ({
      result: null,
      target: { type: 'thing', id: 'x' },
      also,
    }));
    await changeAs(services(), by('acc_3'), 'thing.make', async () => ({ result: null, target: null, also }));
    expect(await actions('acc_3')).toEqual(['thing.make', 'thing.paint']);
  });

  it('records its audit action for the endpoint check only after it is committed', async () => {
    const origin = {
      requestId: 'r',
      ip: '::1',
      userAgent: null,
      host: '',
      sessionToken: null,
      auditActions: [] as string[],
    };
    const as = { ...by('acc_2'), origin };
    await changeAs(services(), as, 'thing.make', async () => {
      throw new Error('no');
    }).catch(() => undefined);
    expect(origin.auditActions).toEqual([]);
    await changeAs(services(), as, 'thing.make', async () => ({
      result: null,
      target: { type: 't', id: '1' },
    }));
    expect(origin.auditActions).toEqual(['thing.make']);
  });
});
