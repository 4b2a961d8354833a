import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { closed } from '#lib/schema';
import { endpoint, publicEndpoint } from '#core/endpoint';
import { makeTestApp, openTestApp, type TestApp } from '#test/support/app';

const PAGES = ['/docs'];

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
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
    expect(reply.body).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)/);
    expect(reply.body).not.toMatch(/\son\w+=/i);
    expect(reply.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each(PAGES)('200: everything that %s loads exists, down to the last module', async (url) => {
    const wanted = [...(await get(url)).body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      (match) => match[1],
    );
    const seen = new Set<string>();
    while (wanted.length > 0) {
      const asset = wanted.pop();
      if (asset === undefined || seen.has(asset)) continue;
      seen.add(asset);
      const reply = await get(asset);
      expect([asset, reply.statusCode, reply.headers['cache-control']]).toEqual([asset, 200, 'no-cache']);
      expect(reply.headers['content-type']).toMatch(/^(?:text\/css|application\/javascript|image\/svg\+xml)/);
      for (const match of reply.body.matchAll(/from '\.\/([\w-]+\.js)'/g)) wanted.push(`/assets/${match[1]}`);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it.each([...PAGES, '/assets/style.css', '/v1/openapi.json', '/v1/openapi.yaml'])(
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

  it('200: every operation and every object is on the page', async () => {
    const { paths, components } = (await get('/v1/openapi.json')).json();
    const page = (await get('/docs')).body;
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((byMethod) =>
      Object.values(byMethod).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBeGreaterThan(10);
    const names = Object.keys(components.schemas).map((name) => `schema-${name}`);
    const all = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    // A search of the whole page for each of them would take seconds.
    const [there, linked] = [new Set(all), new Set(anchors)];
    const missing = (from: Set<string | undefined>, wanted: readonly (string | undefined)[]) =>
      wanted.filter((each) => !from.has(each));
    expect(missing(there, [...ids, ...names])).toEqual([]);
    expect(missing(linked, [...ids, ...names])).toEqual([]);
    expect(page.match(/<dt>503<\/dt>\s*<dd>Not available at the moment/g)).toHaveLength(ids.length);
    expect(missing(there, anchors)).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the reference', () => {
  const HOSTILE = `<img src=x onerror=alert(1)> & "quoted" 'too' \`<b>code</b>\``;

  const pageOf = async (endpoints: Parameters<typeof openTestApp>[0]) =>
    (await (await openTestApp(endpoints)).call('GET', '/docs')).body;

  it('200: texts of endpoints are text, never markup', async () => {
    const Thing = Type.Object(
      {
        '<i>name</i>': Type.String({ description: HOSTILE, examples: [HOSTILE], default: HOSTILE }),
        kind: Type.Unsafe<string>({ type: 'string', enum: [HOSTILE] }),
      },
      { title: 'Thing', description: HOSTILE },
    );
    const page = await pageOf({
      endpoints: [
        publicEndpoint({
          id: 'hostile',
          method: 'POST',
          path: '/v1/hostile',
          tag: 'odd"><script>',
          summary: HOSTILE,
          description: HOSTILE,
          body: Thing,
          replies: { 200: Thing },
          unaudited: 'It does nothing.',
          handle: () => ({}),
        }),
      ],
    });
    expect(page).not.toContain('<img src=x');
    expect(page).not.toContain('<b>code');
    expect(page).not.toContain('<i>name');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#39;too&#39;');
    expect(page).toContain('<code>&lt;b&gt;code&lt;/b&gt;</code>');
  });

  it('200: types, limits, choices and nesting in words; a curl line that works in a shell', async () => {
    const page = await pageOf({
      endpoints: [
        endpoint({
          id: 'makeThing',
          method: 'PUT',
          path: '/v1/things/{id}',
          tag: 'things',
          summary: 'Make a thing',
          access: { scope: 'write', role: 'admin' },
          project: 'account-wide',
          params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
          query: Type.Object({ dryRun: Type.Boolean(), limit: Type.Optional(Type.Integer({ default: 50 })) }),
          body: closed({
            name: Type.String({ minLength: 1, maxLength: 2000, examples: ["Ada's"] }),
            when: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
            parts: Type.Array(Type.Object({ depth: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) }), {
              maxItems: 1,
            }),
            mode: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['fast', 'slow'] })),
            tags: Type.Optional(Type.Record(Type.String(), Type.String())),
          }),
          replies: { 201: Type.Object({ id: Type.Integer() }, { title: 'Thing' }), 204: null },
          errors: [409],
          audit: 'project.create',
          handle: () => ({}),
        }),
      ],
    });
    const text = page.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
    for (const words of [
      'PUT /v1/things/{id}',
      'API key or signed-in browser',
      'Scope write, role admin or above. About the whole account: a key that is bound to a project gets a 403 account_wide. Audited as project.create.',
      'id integer path at least 1',
      'dryRun boolean query ',
      'limit integer query, optional default 50',
      'X-Project-Id string header, optional',
      'name string 1 to 2,000 characters for example Ada&#39;s',
      'when time or null',
      'parts array of object at most 1 item depth number at most 1 · more than 0',
      'mode string optional One of fast slow',
      'tags object of string to string optional',
      'Reply 201 Thing id integer',
      'Reply 204 Done; no body.',
      '409 Conflict with existing data.',
    ]) {
      expect(text).toContain(words);
    }
    expect(page).toContain(
      'curl -X PUT &#39;http://127.0.0.1:4318/v1/things/&lt;id&gt;?dryRun=&lt;dryRun&gt;&#39; \\',
    );
    expect(page).toContain('-H &quot;Authorization: Bearer $TRACEWELL_API_KEY&quot;');
    expect(page).toContain(String.raw`&quot;Ada&#39;\&#39;&#39;s&quot;`);
  });
});
