import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';
import { freshFolder } from '#test/support/metadata';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PAGE = '<!doctype html><title>built</title><script type="module" src="/app/index-1a2b.js"></script>';
const SCRIPT = 'export const text = "the dashboard";'.repeat(100);

/** A small build: a page, a script and its compressed version. */
function built(): string {
  const folder = freshFolder();
  mkdirSync(path.join(folder, 'app'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'docs.html'), '<!doctype html><title>reference</title>');
  writeFileSync(path.join(folder, 'app', 'index-1a2b.js'), SCRIPT);
  writeFileSync(path.join(folder, 'app', 'index-1a2b.js.br'), brotliCompressSync(SCRIPT));
  return folder;
}

describe('the dashboard', () => {
  it('200: its page is served at / and at each of its paths', async () => {
    const app = await openTestApp({ dashboard: built() });
    for (const url of [
      '/',
      '/signin',
      '/calls?model=gpt&window=7d',
      '/calls/call_1',
      '/settings/keys',
      '/v2',
    ]) {
      const reply = await app.call('GET', url, undefined, BROWSER);
      expect([url, reply.statusCode, reply.body]).toEqual([url, 200, PAGE]);
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'x-request-id': expect.stringMatching(/^req_/),
      });
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      // Images and sounds in messages may come from anywhere; scripts, styles and requests may not.
      const https = policy.split(';').filter((directive) => directive.includes('https:'));
      expect(https).toEqual(["img-src 'self' data: https:", "media-src 'self' data: https:"]);
    }
    for (const url of ['/docs', '/v1/account', '/nowhere.js'])
      expect(String((await app.call('GET', url)).headers['content-security-policy'])).not.toContain('https:');
    expect((await app.call('GET', '/')).body).toBe(PAGE);
    expect((await app.call('HEAD', '/calls', undefined, BROWSER)).statusCode).toBe(200);
  });

  it('304: an unchanged page is not sent again', async () => {
    const app = await openTestApp({ dashboard: built() });
    const { etag } = (await app.call('GET', '/')).headers;
    for (const url of ['/', '/calls']) {
      const again = await app.call('GET', url, undefined, { ...BROWSER, 'if-none-match': String(etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  it('200: its files may be cached for ever, and are sent as they were compressed', async () => {
    const app = await openTestApp({ dashboard: built() });
    const plain = await app.call('GET', '/app/index-1a2b.js');
    expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
    const small = await app.call('GET', '/app/index-1a2b.js', undefined, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['vary']).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
  });

  it('404 not_found: its page never replaces API paths, files or other methods', async () => {
    const app = await openTestApp({ dashboard: built() });
    const replies = [
      '/v1',
      '/v1/nowhere',
      '/v1?x=1',
      '/operator/nowhere',
      '/metrics',
      '/docs/nowhere',
      '/assets/nothing.js',
      '/app/index-0000.js',
      '/app/',
      '/app/..%2findex.html',
    ].map((url) => app.call('GET', url, undefined, BROWSER));
    replies.push(
      app.call('GET', '/calls'),
      app.call('GET', '/calls', undefined, { accept: 'application/json' }),
    );
    replies.push(app.call('POST', '/calls', {}, BROWSER));
    for (const reply of await Promise.all(replies)) {
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toEqual({ error: 'There is nothing at this path.', reason: 'not_found' });
    }
  });

  it('405: POST to /', async () => {
    const app = await openTestApp({ dashboard: built() });
    const reply = await app.call('POST', '/', {}, BROWSER);
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('503: without a build the page says how to make one, and the API works', async () => {
    const app = await openTestApp({ dashboard: freshFolder() });
    for (const url of ['/', '/calls', '/docs']) {
      const reply = await app.call('GET', url, undefined, BROWSER);
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([503, 'no-store']);
      expect(reply.body).toContain('npm run build');
      expect(reply.body).not.toMatch(/<script/);
    }
    expect((await app.call('GET', '/v1/openapi.json')).statusCode).toBe(200);
    expect((await app.call('GET', '/v1/health/live')).statusCode).toBe(200);
  });
});
