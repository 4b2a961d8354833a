// The product as tests see it: the real app on real stores, called through the framework without a socket.
// Every reply is checked against its declaration, and every change against the audit entry it promises.
import type { LightMyRequestResponse } from 'fastify';
import { randomBytes, randomInt } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { readConfig, type Config } from '#config';
import type { Clock } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Role, KeyScope } from '#core/access/actor';
import { changeAs } from '#core/change/change';
import { hashPassword } from '#core/access/password';
import type { PlanName } from '#core/access/plans';
import { cookiesFor } from '#core/access/cookies';
import { openSession } from '#core/access/sessions';
import { insertMembership, insertUser, openAccount } from '#services/accounts';
import { mintKey } from '#features/api-keys';
import { openApp, type App, type AppOptions } from '#app';
import { lazyRecords } from './lazy-records.ts';
import { freshFolder, freshMetadata } from './metadata.ts';
import type { RecordsStore } from '#records';
import { fakeRecords, type FakeRecords } from './fake-records.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

export interface TestAppOptions extends Omit<AppOptions, 'clock' | 'records'> {
  config?: Partial<Config>;
  clock?: Clock;
  log?: Logger;
  /** Replacements for parts of the records store, or another store. */
  records?: (FakeRecords & { ask?: undefined }) | RecordsStore;
  /** Opens the stores in the settings, as the service does. */
  ownRecords?: boolean;
}

export interface Caller {
  call(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
}

export interface TestAccount extends Caller {
  id: string;
  projectId: string;
  apiKey: string;
  /** Creates another key of the account. */
  key(
    scopes: KeyScope[] | null,
    extra?: { projectId?: string; expiresAt?: number },
  ): Promise<Caller & { apiKey: string; id: string }>;
  /** Creates a member, and returns a signed-in browser. */
  member(role: Role): Promise<Caller & { userId: string; email: string; cookie: string }>;
}

export interface TestApp extends App, Caller {
  config: Config;
  account(options?: { plan?: PlanName; name?: string }): Promise<TestAccount>;
}

export async function testConfig(changes: Partial<Config> = {}): Promise<Config> {
  const folder = freshFolder();
  const base = readConfig({
    TRACEWELL_DATA_DIR: folder,
    TRACEWELL_LOG_LEVEL: 'silent',
    // `on` runs any test with requests prepared on the thread.
    TRACEWELL_INGEST_THREAD: process.env['TEST_INGEST_THREAD'],
  });
  return {
    ...base,
    metadata: await freshMetadata(folder),
    grpc: null,
    masterKey: randomBytes(32),
    operatorToken: OPERATOR_TOKEN,
    ...changes,
  };
}

/** The caller closes it; `openTestApp` closes its app at the end of a test. */
export async function makeTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const config = await testConfig(options.config);
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const { records: given = {}, ownRecords = false, ...rest } = options;
  const records = ownRecords
    ? null
    : given.ask
      ? given
      : fakeRecords(given, await lazyRecords(options.clock));
  const app = await openApp(config, log, {
    checkReplies: true,
    // Tests of limits are refused often, and should not wait.
    refusals: { holdMs: 0 },
    ...rest,
    ...(records && { records }),
  });
  await app.http.ready();
  await spreadAccounts(app);
  return { ...app, config, call: caller(app, {}), account: (order) => makeAccount(app, order ?? {}) };
}

/** All tests share the record engine, which distinguishes accounts by their numbers. */
async function spreadAccounts({ services }: App): Promise<void> {
  const value = randomInt(1, 2 ** 30);
  await services.metadata.transaction((db) =>
    db
      .insertInto('sequences')
      .values({ name: 'accounts', value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  );
}

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await makeTestApp(options);
  onTestFinished(() => app.stop());
  return app;
}

const caller =
  (app: App, credential: Record<string, string>): Caller['call'] =>
  (method, url, body, headers = {}) =>
    app.http.inject({
      method,
      url,
      headers: { host: 'localhost', ...credential, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });

async function makeAccount(app: App, order: { plan?: PlanName; name?: string }): Promise<TestAccount> {
  const { services } = app;
  const id = newId('account');
  const by = { accountId: id, actor: { type: 'system', id: 'test' } as const, origin: null };
  const mint = (scopes: KeyScope[] | null, projectId: string | null, expiresAt: number | null) =>
    changeAs(services, by, 'api_key.create', async (tx) => {
      const key = await mintKey(tx, services.clock, {
        accountId: id,
        name: 'Test key',
        scopes,
        projectId,
        expiresAt,
        createdBy: 'test',
      });
      return { result: key, target: { type: 'api_key', id: key.id } };
    });
  const projectId = await changeAs(services, by, 'account.create', async (tx) => {
    const made = await openAccount(tx, services.clock, {
      id,
      name: order.name ?? 'Test',
      plan: order.plan ?? 'team',
    });
    return { result: made.projectId, target: { type: 'account', id } };
  });
  const { apiKey } = await mint(null, null, null);
  return {
    id,
    projectId,
    apiKey,
    call: caller(app, { authorization: `Bearer ${apiKey}` }),
    key: async (scopes, extra = {}) => {
      const key = await mint(scopes, extra.projectId ?? null, extra.expiresAt ?? null);
      return { id: key.id, apiKey: key.apiKey, call: caller(app, { authorization: `Bearer ${key.apiKey}` }) };
    },
    member: (role) => makeMember(app, id, role),
  };
}

let passwordHash: Promise<string> | null = null;
export const PASSWORD = 'correct horse battery';

async function makeMember(app: App, accountId: string, role: Role) {
  const { services } = app;
  const userId = newId('user');
  const email = `${userId.toLowerCase()}@example.com`;
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const now = services.clock.now();
  const token = await changeAs(
    services,
    { accountId, actor: { type: 'system', id: 'test' }, origin: null },
    'member.add',
    async ({ db }) => {
      await insertUser(db, {
        id: userId,
        email,
        name: 'Tess',
        password_hash: hash,
        created_at: now,
        updated_at: now,
      });
      await insertMembership(db, accountId, userId, role, now);
      const session = await openSession(db, services.clock, userId, accountId);
      return { result: session.token, target: { type: 'user', id: userId } };
    },
  );
  const cookie = `${cookiesFor('localhost', services.config.publicUrl).session}=${token}`;
  return { userId, email, cookie, call: caller(app, { cookie, origin: 'http://localhost' }) };
}
