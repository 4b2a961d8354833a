import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, ran } from '#test/support/command-in-process';
import { freshFolder, run, takeTime } from '#test/support/run-command';

takeTime();

const folder = freshFolder();
const env = { TRACEWELL_DATA_DIR: path.join(folder, 'data') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let first: { accountId: string; apiKey: string };
beforeAll(async () => {
  first = await json(['init', '--name', '東京チーム'], env);
});

describe('init', () => {
  it('makes the account, a key for sending and reading, and the settings to paste', () => {
    expect(first).toMatchObject({
      created: true,
      name: '東京チーム',
      plan: 'team',
      scopes: ['read', 'write:records'],
      signInLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4318\/welcome#token=\S{43}$/),
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/otel',
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${first.apiKey}`,
        TRACEWELL_URL: 'http://127.0.0.1:4318',
        TRACEWELL_API_KEY: first.apiKey,
      },
    });
  });

  it('lists the accounts the second time, and shows no key', async () => {
    const shown = await ran(['init'], env);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toContain(`tracewell-server account link ${first.accountId}`);
    expect(shown.stdout).not.toContain('twl_');
  });

  it('prints lines to paste for people, without colours outside a terminal', async () => {
    const own = {
      TRACEWELL_DATA_DIR: path.join(folder, 'other'),
      TRACEWELL_PUBLIC_URL: 'https://tw.example.com',
    };
    const { code, stdout, stderr } = await ran(['init', '--email', 'ada@example.com'], own);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ {2}export OTEL_EXPORTER_OTLP_ENDPOINT=https:\/\/tw\.example\.com\/otel$/m);
    expect(stdout).toMatch(/^ {2}export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20twl_\w{49}"$/m);
    expect(stdout).toMatch(/^ {2}export TRACEWELL_API_KEY=twl_\w{49}$/m);
    expect(stdout).toContain('https://tw.example.com/reset#token=');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('account', () => {
  it('create, list, plan, links', async () => {
    const made = await json(['account', 'create', '--name', 'Second', '--email', 'eve@example.com'], env);
    expect(made).toMatchObject({ plan: 'free', userId: expect.stringMatching(/^usr_/) });
    const { accounts } = await json(['account', 'list'], env);
    expect(accounts).toMatchObject([
      { id: first.accountId, plan: 'team', users: 0 },
      { id: made.accountId, plan: 'free', users: 1 },
    ]);
    const changed = await json(['account', 'plan', 'pro', 'Second'], env);
    expect(changed).toMatchObject({ accountId: made.accountId, plan: 'pro', recordQuota: 1_000_000 });
    const [reset, refused] = await Promise.all([
      json(['account', 'reset-link', 'eve@example.com'], env),
      ran(['account', 'link', 'Second'], env),
    ]);
    expect(reset.link).toContain('/reset#token=');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('reset-link eve@example.com');
  });

  it('a table that lines up, also with wide characters', async () => {
    const { stdout } = await ran(['account', 'list'], env);
    const [head = '', row = ''] = stdout.split('\n');
    // Five characters of two columns each stand before the plan.
    expect(row.indexOf('team')).toBe(head.indexOf('PLAN') - 5);
  });
});

describe('account delete and restore', () => {
  it('closes an account for seven days, and keeps it', async () => {
    const made = await json(['account', 'create', '--name', 'Closing'], env);
    const closed = await ran(['account', 'delete', 'Closing', '--yes'], env);
    expect([closed.code, closed.stderr]).toEqual([0, '']);
    expect(closed.stdout).toContain(`tracewell-server account restore ${made.accountId}`);
    const { deletesAt } = await json(['account', 'show', 'Closing'], env);
    expect((Date.parse(deletesAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect((await ran(['account', 'show', 'Closing'], env)).stdout).toContain(deletesAt);
    expect(await json(['account', 'restore', 'Closing'], env)).toEqual({
      accountId: made.accountId,
      name: 'Closing',
      deletesAt: null,
    });
    expect((await json(['account', 'show', made.accountId], env)).deletesAt).toBeNull();
    const again = await ran(['account', 'restore', made.accountId], env);
    expect([again.code, again.stdout]).toEqual([0, '✓ Closing stays.\n']);
  });

  it('1: an account that is due for deletion, or does not exist, is not restored', async () => {
    await json(['account', 'create', '--name', 'Gone'], env);
    const closed = await ran(['account', 'delete', 'Gone', '--now', '--yes'], env);
    expect([closed.code, closed.stdout.includes('account restore')]).toEqual([0, false]);
    const [late, unknown, unnamed] = await Promise.all([
      ran(['account', 'restore', 'Gone', '--json'], env),
      ran(['account', 'restore', 'Nobody', '--json'], env),
      ran(['account', 'restore'], env),
    ]);
    expect([late.code, JSON.parse(late.stderr).reason]).toEqual([1, 'account_deleting']);
    expect([unknown.code, JSON.parse(unknown.stderr).reason]).toEqual([1, 'not_found']);
    expect(unnamed.code).toBe(2);
  });
});

describe('keys', () => {
  it('create, list, revoke', async () => {
    const which = ['--account', first.accountId];
    const before = Date.now();
    const key = await json(
      ['keys', 'create', ...which, '--name', 'CI', '--scopes', 'read', '--expires', '30d'],
      env,
    );
    expect(key).toMatchObject({ name: 'CI', scopes: ['read'], apiKey: expect.stringMatching(/^twl_/) });
    const days = (Date.parse(key.expiresAt) - before) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const { keys } = await json(['keys', 'list', ...which], env);
    expect(keys).toContainEqual(expect.objectContaining({ id: key.id, name: 'CI', scopes: ['read'] }));
    expect(JSON.stringify(keys)).not.toContain(key.apiKey);
    expect(await json(['keys', 'revoke', key.id], env)).toEqual({
      id: key.id,
      accountId: first.accountId,
      revokedKeys: [],
      keptKeys: [],
    });
    const again = await ran(['keys', 'revoke', key.id, '--json'], env);
    expect([again.code, again.stdout, JSON.parse(again.stderr).reason]).toEqual([1, '', 'not_found']);
    const other = await json(['keys', 'create', ...which, '--name', 'Other'], env);
    const revoked = await ran(['keys', 'revoke', other.id, '--with-children'], env);
    expect([revoked.code, revoked.stdout]).toEqual([0, `✓ ${other.id} is revoked.\n`]);
  });
});

describe('what goes wrong', () => {
  it('a process ends with the same code and output', async () => {
    const [shown, refused] = await Promise.all([
      run(['account', 'list', '--json'], env),
      run(['account', 'show', 'Nobody', '--json'], env),
    ]);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(JSON.parse(shown.stdout)).toEqual(await json(['account', 'list'], env));
    expect(refused).toEqual(await ran(['account', 'show', 'Nobody', '--json'], env));
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect((await run(['fly'], env)).code).toBe(2);
  });

  it('2: an unknown command, option or value', async () => {
    const wrong = [['fly'], ['keys', 'create', '--scopes', 'read,fly'], ['account', 'create']];
    const finished = await Promise.all(wrong.map((args) => ran(args, env)));
    expect(finished.map(({ code, stdout }) => [code, stdout])).toEqual(wrong.map(() => [2, '']));
    expect(finished.every(({ stderr }) => stderr.startsWith('error:'))).toBe(true);
  });

  it('1: a sentence and no stack', async () => {
    const nowhere = path.join(folder, 'nowhere');
    const [missing, unknown, settings, postgres] = await Promise.all([
      ran(['keys', 'list', '--data-dir', nowhere]),
      ran(['account', 'show', 'Nobody', '--json'], env),
      ran(['account', 'list'], { ...env, PORT: 'x' }),
      ran(['account', 'list'], { TRACEWELL_POSTGRES_URL: 'postgres://127.0.0.1:1/x' }),
    ]);
    expect(missing.stderr).toContain('tracewell-server init');
    expect(existsSync(nowhere)).toBe(false);
    expect(JSON.parse(unknown.stderr)).toEqual({
      error: expect.stringContaining('There is no account "Nobody"'),
      reason: 'not_found',
    });
    expect(settings.stderr).toContain('PORT must be a whole number');
    expect(postgres.stderr).toContain('metadata store');
    for (const { code, stdout, stderr } of [missing, unknown, settings, postgres]) {
      expect([code, stdout, stderr.includes('    at ')]).toEqual([1, '', false]);
    }
  });
});
