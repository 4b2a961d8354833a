// An unattended first start, and the service under a path of a host.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomApiKey } from '#lib/api-key-form';
import { firstStart } from '#features/first-start';
import { openTestApp } from '#test/support/app';
import { freshFolder } from '#test/support/metadata';

const NOTHING = {
  email: null,
  password: null,
  apiKey: null,
  project: null,
  storeContent: false,
  limits: {},
};

describe('TRACEWELL_INIT_…', () => {
  it('creates the owner, the key, the project, the consent and the limits; a second start changes nothing', async () => {
    const init = {
      email: 'Ops@Example.com',
      password: 'correct horse battery',
      apiKey: randomApiKey(),
      project: 'Production',
      storeContent: true,
      limits: { recordsPerMonth: 5_000_000, retentionDays: 365 },
    };
    const app = await openTestApp({ config: { init } });
    expect(await firstStart(app.services)).toMatchObject({
      signInLink: null,
      ownerEmail: init.email,
      needsPassword: false,
      apiKey: init.apiKey,
      keyIsGiven: true,
    });
    expect(await firstStart(app.services)).toBeNull();

    const key = { authorization: `Bearer ${init.apiKey}` };
    const account = await app.call('GET', '/v1/account', undefined, key);
    expect(account.json()).toMatchObject({
      plan: 'team',
      consents: { plaintextStorage: true },
    });
    const overview = await app.call('GET', '/v1/account/overview', undefined, key);
    expect(JSON.stringify(overview.json())).toContain('5000000');
    const projects = await app.call('GET', '/v1/projects', undefined, key);
    expect(projects.json().projects).toMatchObject([{ name: 'Production' }]);
    // The key can send and read, and nothing else.
    expect((await app.call('POST', '/v1/projects', { name: 'Other' }, key)).statusCode).toBe(403);

    const login = { email: init.email, password: init.password };
    const signedIn = await app.call('POST', '/v1/auth/login', login, { origin: 'http://localhost' });
    expect([signedIn.statusCode, signedIn.json().role]).toEqual([200, 'owner']);
    const signUp = { email: 'eve@example.com', password: 'a long enough one', name: 'Eve' };
    expect((await app.call('POST', '/v1/auth/signup', signUp)).json().reason).toBe('signup_closed');
  });

  it('without a password, leaves it to the owner to set one', async () => {
    const init = { ...NOTHING, email: 'ops@example.com' };
    const app = await openTestApp({ config: { init } });
    expect(await firstStart(app.services)).toMatchObject({
      signInLink: null,
      needsPassword: true,
      keyIsGiven: false,
      apiKey: expect.stringMatching(/^twl_/),
    });
    const login = { email: 'ops@example.com', password: '' };
    expect((await app.call('POST', '/v1/auth/login', login)).statusCode).toBe(401);
  });
});

describe('below a path', () => {
  const PAGE =
    '<meta name="tracewell-base" content="" /><script type="module" src="./app/index-1.js"></script>';

  it('answers with and without it, and its pages contain it', async () => {
    const dashboard = freshFolder();
    mkdirSync(path.join(dashboard, 'app'));
    writeFileSync(path.join(dashboard, 'index.html'), PAGE);
    writeFileSync(path.join(dashboard, 'app/index-1.js'), 'export {};');
    copyFileSync(new URL('../../../web/docs.html', import.meta.url), path.join(dashboard, 'docs.html'));
    const app = await openTestApp({
      dashboard,
      config: { publicUrl: 'https://tools.example.com/tracewell' },
    });
    const account = await app.account();
    for (const base of ['', '/tracewell']) {
      expect((await account.call('GET', `${base}/v1/account`)).statusCode).toBe(200);
      for (const probe of ['/healthz', '/readyz', '/livez'])
        expect((await app.call('GET', base + probe)).json()).toMatchObject({ status: 'ok' });
      expect((await app.call('GET', `${base}/app/index-1.js`)).body).toBe('export {};');
      const page = await app.call('GET', `${base}/calls`, undefined, { accept: 'text/html' });
      expect(page.body).toBe(
        '<meta name="tracewell-base" content="/tracewell" /><script type="module" src="/tracewell/app/index-1.js"></script>',
      );
      const docs = (await app.call('GET', `${base}/docs`)).body;
      expect(docs).toContain('href="/tracewell/assets/docs.css"');
      expect(docs).not.toMatch(/(?:href|src)="\/(?!tracewell\/)/);
    }
    const post = await app.call('POST', '/healthz');
    expect([post.statusCode, post.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
    expect((await app.call('GET', '/tracewells/v1/account')).statusCode).toBe(404);
    const started = await app.call('GET', '/tracewell', undefined, { accept: 'text/html' });
    expect(started.statusCode).toBe(200);
  });
});
