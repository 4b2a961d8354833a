import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeTestApp, type TestApp } from '#test/support/app';
import { freshFolder } from '#test/support/metadata';

const PAGES = ['/docs'];

/** The page of the reference before a build gives its files their hashes. web/e2e/reference.test.ts opens the built one. */
function built(): string {
  const folder = freshFolder();
  mkdirSync(path.join(folder, 'app'));
  for (const file of ['index.html', 'docs.html'])
    copyFileSync(new URL(`../../../web/${file}`, import.meta.url), path.join(folder, file));
  for (const file of ['swagger-ui.js', 'swagger-ui.css']) writeFileSync(path.join(folder, 'app', file), '');
  return folder;
}

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ dashboard: built() });
});
afterAll(() => app.stop());

const get = (url: string, headers: Record<string, string> = {}) => app.call('GET', url, undefined, headers);

describe('pages', () => {
  it.each(PAGES)('200: %s is HTML that works under its own security policy', async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain("default-src 'self'");
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.body).toMatch(/^<!doctype html>/);
    expect(reply.body).toContain('<html lang="en">');
    // The browser would refuse inline scripts, event handlers in attributes and other hosts.
    expect(reply.body).not.toMatch(/<script(?![^>]*\ssrc="\/(?:assets|app)\/)/);
    expect(reply.body).not.toMatch(/\son\w+=/i);
    expect(reply.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each(PAGES)('200: everything that %s loads exists, down to the last module', async (url) => {
    const wanted = [...(await get(url)).body.matchAll(/(?:src|href)="(\/(?:assets|app)\/[^"]+)"/g)].map(
      (match) => match[1],
    );
    const seen = new Set<string>();
    while (wanted.length > 0) {
      const asset = wanted.pop();
      if (asset === undefined || seen.has(asset)) continue;
      seen.add(asset);
      const reply = await get(asset);
      const caching = asset.startsWith('/app/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect([asset, reply.statusCode, reply.headers['cache-control']]).toEqual([asset, 200, caching]);
      expect(reply.headers['content-type']).toMatch(
        /^(?:text\/css|(?:application|text)\/javascript|image\/svg\+xml)/,
      );
      for (const match of reply.body.matchAll(/from '\.\/([\w-]+\.js)'/g)) wanted.push(`/assets/${match[1]}`);
    }
    expect(seen.size).toBeGreaterThan(5);
  });

  it.each([...PAGES, '/assets/docs.css', '/v1/openapi.json', '/v1/openapi.yaml'])(
    '304: an unchanged %s is not sent again',
    async (url) => {
      const etag = String((await get(url)).headers.etag);
      expect(etag).toMatch(/^W\/"/);
      for (const known of [etag, `"other", ${etag}`]) {
        const again = await get(url, { 'if-none-match': known });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
      expect((await app.call('HEAD', url)).statusCode).toBe(200);
    },
  );

  it('405: POST to a page', async () => {
    for (const url of ['/docs', '/v1/openapi.json']) {
      const reply = await app.call('POST', url);
      expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'GET, HEAD']);
      expect(reply.json().reason).toBe('method_not_allowed');
    }
  });

  it('404: only the assets can be reached through their folder', async () => {
    for (const path of [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/dist/index.html',
      '.hidden',
      '..\\x',
    ]) {
      const reply = await get(`/assets/${path}`);
      expect([path, reply.statusCode, reply.json().reason]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('the OpenAPI document', () => {
  it('200: JSON and YAML say the same', async () => {
    const [json, yaml] = [await get('/v1/openapi.json'), await get('/v1/openapi.yaml')];
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(json.headers['cache-control']).toBe('public, max-age=300');
    expect(json.json().openapi).toBe('3.1.0');
    expect(parse(yaml.body)).toEqual(json.json());
  });
});
