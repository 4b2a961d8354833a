// What an agent's key can reveal about the account.
import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

const URL = 'https://hooks.example.com/services/SECRET-TOKEN';

describe('a key with the scope read', () => {
  it('403: the audit log, which contains addresses and emails, needs an admin or a full key', async () => {
    const account = await (await openTestApp()).account();
    const asked = [await account.key(['read']), await account.key(['read', 'write', 'write:records'])];
    for (const caller of [...asked, await account.member('member')]) {
      for (const path of ['/v1/audit', '/v1/audit/verify'])
        expect((await caller.call('GET', path)).statusCode).toBe(403);
    }
    for (const caller of [account, await account.member('admin')])
      expect((await caller.call('GET', '/v1/audit')).statusCode).toBe(200);
  });

  it('gets webhook addresses masked, and sending them back masked does not change them', async () => {
    const account = await (await openTestApp()).account();
    const made = (await account.call('POST', '/v1/webhooks', { url: URL, events: ['alert.fired'] })).json();
    const path = `/v1/webhooks/${made.id}`;
    const writer = await account.key(['read', 'write']);
    for (const caller of [await account.key(['read']), writer, await account.member('viewer')]) {
      for (const asked of ['/v1/webhooks', path]) {
        const reply = await caller.call('GET', asked);
        expect([reply.statusCode, reply.body.includes('SECRET-TOKEN')]).toEqual([200, false]);
      }
    }
    const { url } = (await writer.call('GET', path)).json();
    const changed = await writer.call('PATCH', path, { url, description: 'ours' });
    expect(changed.json()).toMatchObject({ url, description: 'ours' });
    expect((await writer.call('POST', `${path}/rotate-secret`)).body).not.toContain('SECRET-TOKEN');
    expect((await account.call('GET', path)).json().url).toBe(URL);
    expect((await (await account.member('admin')).call('GET', path)).json().url).toBe(URL);
  });
});
