// Hostile requests: each gets a clear answer, leaves nothing behind and reveals nothing.
import { brotliDecompressSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '#core/log';
import { newApiKey } from '#core/access/token';
import {
  OPERATOR_TOKEN,
  PASSWORD,
  makeTestApp,
  openTestApp,
  type TestAccount,
  type TestApp,
} from '#test/support/app';
import { exchange, listen } from '#test/support/raw-http';

const MIB = 1024 * 1024;
const ALLOWED = 'https://dashboard.example.com';
const JSON_BODY = { 'content-type': 'application/json' };

let app: TestApp;
let account: TestAccount;
let port: number;
const lines: string[] = [];
beforeAll(async () => {
  const log = openLog({ level: 'trace', pretty: false }, { write: (line) => void lines.push(line) });
  app = await makeTestApp({ log, config: { allowedOrigins: [ALLOWED] } });
  account = await app.account();
  port = await listen(app.http);
});
afterAll(() => app.stop());

const inject = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload?: string | Buffer,
) =>
  app.http.inject({
    method,
    url,
    headers: { host: 'localhost', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

const bearer = (key = account.apiKey) => ({ authorization: `Bearer ${key}` });

interface Replied {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/** The status and reason of a refusal, after a check that it has the common format of refusals. */
function refusal(reply: Replied): [status: number, reason: unknown] {
  const body = JSON.parse(reply.body) as Record<string, unknown>;
  expect(body['error']).toMatch(/^[A-Z].*[.:]$/s);
  expect(Object.keys(body).filter((key) => !['error', 'reason', 'details'].includes(key))).toEqual([]);
  expect(reply.headers['x-request-id']).toMatch(/^req_/);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body).not.toMatch(/select |insert |sqlite|postgres|kysely|node_modules|\.ts:|\bat .*\(/i);
  return [reply.statusCode, body['reason']];
}

/** Endpoints that take a body, each with the path and headers that a caller would use. */
const WRITERS: { name: string; method: string; url: () => string; headers: () => Record<string, string> }[] =
  [
    { name: 'with a key', method: 'POST', url: () => '/v1/projects', headers: () => bearer() },
    {
      name: 'with an id',
      method: 'PATCH',
      url: () => `/v1/projects/${account.projectId}`,
      headers: () => bearer(),
    },
    { name: 'key management', method: 'POST', url: () => '/v1/api-keys', headers: () => bearer() },
    { name: 'in public', method: 'POST', url: () => '/v1/auth/login', headers: () => ({}) },
  ];

describe('credentials', () => {
  const get = (headers: Record<string, string>) => inject('GET', '/v1/projects', headers);

  it('401 missing_credential, invalid_scheme, invalid_key: missing, of another kind, mistyped or unknown', async () => {
    expect(refusal(await get({}))).toEqual([401, 'missing_credential']);
    for (const header of [
      'Basic dXNlcjpwYXNz',
      'Bearer',
      'Bearer ',
      `bearer${account.apiKey}`,
      account.apiKey,
      'Bearer a b',
      '',
    ]) {
      expect(refusal(await get({ authorization: header }))).toEqual([401, 'invalid_scheme']);
    }
    const typo = account.apiKey.slice(0, -1) + (account.apiKey.endsWith('0') ? '1' : '0');
    for (const key of [
      'x',
      typo,
      newApiKey().secret,
      OPERATOR_TOKEN,
      `${account.apiKey}x`,
      'a'.repeat(8_000),
      'twl_%00',
    ]) {
      expect(refusal(await get(bearer(key)))).toEqual([401, 'invalid_key']);
    }
    const refused = await get({});
    expect(refused.headers['www-authenticate']).toContain('Bearer');
  });

  it('200: the scheme in any case, and with the space that exporters encode', async () => {
    for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ', 'Bearer%20']) {
      expect((await get({ authorization: scheme + account.apiKey })).statusCode).toBe(200);
    }
  });

  it('401 expired_key: an expired key', async () => {
    const key = await account.key(null, { expiresAt: Date.now() - 1 });
    expect(refusal(await key.call('GET', '/v1/projects'))).toEqual([401, 'expired_key']);
  });

  it('404: the same for an object of another account as for one that does not exist', async () => {
    const other = await app.account();
    const bodies = await Promise.all(
      [other.projectId, 'prj_0000000000000'].map(async (id) => {
        const reply = await account.call('GET', `/v1/projects/${id}`);
        expect(refusal(reply)).toEqual([404, 'not_found']);
        return reply.body;
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('401 invalid_session: a cookie that was tampered with, is empty, or is a key', async () => {
    const member = await account.member('owner');
    expect((await get({ cookie: member.cookie })).statusCode).toBe(200);
    for (const cookie of [
      `${member.cookie}x`,
      member.cookie.slice(0, -1),
      'tracewell_session=%00',
      `tracewell_session=${account.apiKey}`,
      'tracewell_session="',
      `tracewell_session=${'a'.repeat(4_000)}`,
    ]) {
      expect(refusal(await get({ cookie }))).toEqual([401, 'invalid_session']);
    }
    for (const cookie of ['tracewell_session', ';;;=', '__proto__=x', 'tracewell_sessio=x']) {
      expect(refusal(await get({ cookie }))).toEqual([401, 'missing_credential']);
    }
  });

  it('401: a key where a browser session is needed', async () => {
    expect(refusal(await inject('GET', '/v1/auth/session', bearer()))).toEqual([401, 'session_required']);
  });

  it('403 csrf: a change with a cookie from another origin, or without one', async () => {
    const member = await account.member('owner');
    const post = (headers: Record<string, string>) =>
      inject('POST', '/v1/projects', { ...JSON_BODY, cookie: member.cookie, ...headers }, '{"name":"csrf"}');
    const before = (await account.call('GET', '/v1/projects')).json().projects.length;
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: '' },
      { origin: 'https://evil.example.com' },
      { origin: 'http://localhost.evil.example.com' },
      { origin: 'file://localhost' },
      { origin: 'https://dashboard.example.com.evil.example.com' },
      { referer: 'https://evil.example.com/http://localhost/' },
      { referer: 'not a url' },
      { origin: 'https://evil.example.com', referer: 'http://localhost/' },
    ]) {
      expect(refusal(await post(headers))).toEqual([403, 'csrf']);
    }
    expect((await account.call('GET', '/v1/projects')).json().projects).toHaveLength(before);
    for (const [name, headers] of [
      ['a', { origin: 'http://localhost' }],
      ['b', { origin: ALLOWED }],
      ['c', { referer: 'http://localhost/projects?x=1' }],
    ] as const) {
      const made = await inject(
        'POST',
        '/v1/projects',
        { ...JSON_BODY, cookie: member.cookie, ...headers },
        `{"name":"own ${name}"}`,
      );
      expect(made.statusCode).toBe(201);
    }
  });

  it('403 csrf: another site cannot sign a browser out', async () => {
    const member = await account.member('viewer');
    const reply = await inject('POST', '/v1/auth/logout', {
      cookie: member.cookie,
      origin: 'https://evil.example.com',
    });
    expect(refusal(reply)).toEqual([403, 'csrf']);
    expect((await member.call('GET', '/v1/auth/session')).statusCode).toBe(200);
  });

  it('404: the project of another account in the header, or an invalid one', async () => {
    const other = await app.account();
    for (const id of [other.projectId, 'x', '__proto__', 'constructor', '\u00ff', 'prj_%00']) {
      expect(refusal(await inject('GET', '/v1/projects', { ...bearer(), 'x-project-id': id }))).toEqual([
        404,
        'project_not_found',
      ]);
    }
  });

  it('403 insufficient_scope: names the required scope', async () => {
    const reader = await account.key(['read']);
    const reply = await reader.call('POST', '/v1/projects', { name: 'x' });
    expect(refusal(reply)).toEqual([403, 'insufficient_scope']);
    expect(reply.json().error).toContain('"write"');
  });
});

describe('bodies', () => {
  const CASES: [reason: string, status: number, payload: string | Buffer][] = [
    ['invalid_json', 400, 'not json'],
    ['invalid_json', 400, '{"name":"x"'],
    ['invalid_json', 400, "{'name':'x'}"],
    ['invalid_json', 400, '{"name":"x"} trailing'],
    ['invalid_json', 400, '\u0000'],
    ['invalid_json', 400, 'name=x&b=1'],
    ['invalid_json', 400, '<xml/>'],
    // Short enough for the limit of public bodies.
    ['too_deep', 400, '['.repeat(10_000)],
    ['too_deep', 400, `{"name":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['too_deep', 400, '{"a":'.repeat(3_000)],
    ['invalid_utf8', 400, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['invalid_utf8', 400, Buffer.from('{"name":"Zürich"}', 'latin1')],
    ['duplicate_key', 400, '{"name":"a","name":"b"}'],
    ['duplicate_key', 400, '{"name":"a","n\\u0061me":"b"}'],
    ['forbidden_key', 400, '{"name":"a","__proto__":{"admin":true}}'],
    ['forbidden_key', 400, '{"name":"a","x":{"\\u005f\\u005fproto__":1}}'],
    ['body_required', 400, ''],
    ['invalid_request', 400, '[]'],
    ['invalid_request', 400, 'null'],
    ['invalid_request', 400, '"text"'],
    ['invalid_request', 400, '{"constructor":{"prototype":{"admin":true}}}'],
    ['invalid_text', 400, '{"name":"a\\u0000b","email":"a\\u0000b","password":"x"}'],
    ['invalid_text', 400, '{"a\\u0000":1}'],
    ['body_too_large', 413, `{"name":"${'x'.repeat(2 * MIB)}"}`],
  ];

  for (const { name, method, url, headers } of WRITERS) {
    it(`4xx with a reason: any kind of wrong body, ${name}`, async () => {
      for (const [reason, status, payload] of CASES) {
        const reply = await inject(method, url(), { ...headers(), ...JSON_BODY }, payload);
        expect(refusal(reply)).toEqual([status, reason]);
      }
    });
  }

  it('400 with the wrong fields, and only as many as a person reads', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]));
    const reply = await account.call('POST', '/v1/projects', many);
    expect(refusal(reply)).toEqual([400, 'invalid_request']);
    expect(reply.json().details.length).toBeLessThanOrEqual(20);
    const hidden = await account.call('POST', '/v1/projects', { name: 'x', hasOwnProperty: 1 });
    expect(hidden.json().details).toEqual([{ path: 'hasOwnProperty', message: 'is not a known field' }]);
  });

  it('200: exactly 1 MiB is read, and one byte more is 413', async () => {
    const padded = (length: number) => `{"name":"padded"${' '.repeat(length - 17)}}`.padEnd(length);
    const whole = await inject(
      'PATCH',
      `/v1/projects/${account.projectId}`,
      { ...bearer(), ...JSON_BODY },
      padded(MIB),
    );
    expect(whole.statusCode).toBe(200);
    const more = await inject(
      'PATCH',
      `/v1/projects/${account.projectId}`,
      { ...bearer(), ...JSON_BODY },
      padded(MIB + 1),
    );
    expect(refusal(more)).toEqual([413, 'body_too_large']);
  });

  it('415: another media type, none, or an invalid one', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'text/json',
      'json',
      'application/json/x',
      ';;;',
      'application',
    ]) {
      const reply = await inject(
        'POST',
        '/v1/projects',
        { ...bearer(), 'content-type': type },
        '{"name":"x"}',
      );
      expect(refusal(reply)).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('201: JSON under any of its media types', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/problem+json',
    ]) {
      const reply = await inject(
        'POST',
        '/v1/projects',
        { ...bearer(), 'content-type': type },
        JSON.stringify({ name: type }),
      );
      expect([type, reply.statusCode]).toEqual([type, 201]);
    }
  });

  it('415 unsupported_encoding: a compressed body, intact, broken, or a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB, 32));
    for (const [encoding, payload] of [
      ['gzip', gzipSync('{"name":"zipped"}')],
      ['gzip', Buffer.from('not gzip')],
      ['gzip', bomb],
      ['br', Buffer.from('x')],
      ['deflate', Buffer.from('x')],
      ['zstd', Buffer.from('x')],
      ['nonsense', Buffer.from('{}')],
      ['gzip, gzip', Buffer.from('x')],
    ] as const) {
      const reply = await inject(
        'POST',
        '/v1/projects',
        { ...bearer(), ...JSON_BODY, 'content-encoding': encoding },
        payload,
      );
      expect(refusal(reply)).toEqual([415, 'unsupported_encoding']);
    }
  });

  it('change no prototype and store nothing', async () => {
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    const { projects } = (await account.call('GET', '/v1/projects')).json() as {
      projects: { name: string }[];
    };
    expect(projects.map((project) => project.name)).not.toContain('a');
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
  });
});

describe('paths and methods', () => {
  it('404: malformed ids', async () => {
    for (const id of [
      'x',
      '..',
      '%00',
      'prj_%00',
      '%2e%2e%2f',
      '0',
      '-1',
      '1e9',
      'NaN',
      "'%20or%201=1--",
      '%F0%9F%9A%80',
      'a'.repeat(600),
      'constructor',
      '__proto__',
      '%25',
      '%20',
    ]) {
      for (const [method, payload] of [['GET'], ['PATCH', '{"name":"x"}'], ['DELETE']] as const) {
        const reply = await inject(method, `/v1/projects/${id}`, { ...bearer(), ...JSON_BODY }, payload);
        expect([id, ...refusal(reply)]).toEqual([id, 404, 'not_found']);
      }
    }
  });

  it('400 invalid_url: percent signs that encode nothing', async () => {
    for (const url of ['/v1/projects/%', '/v1/projects/%zz', '/v1/projects/%c0%af', '/v1/%ff']) {
      const reply = await inject('GET', url, bearer());
      expect([400, 404]).toContain(reply.statusCode);
      expect(refusal(reply)).toEqual([
        reply.statusCode,
        reply.statusCode === 400 ? 'invalid_url' : 'not_found',
      ]);
    }
    expect(refusal(await inject('GET', '/v1/projects/%', bearer()))).toEqual([400, 'invalid_url']);
  });

  it('400: invalid query strings', async () => {
    for (const query of [
      'limit=0',
      'limit=x',
      'limit=1.5',
      'limit=',
      'limit=1&limit=2',
      'limit=99999999999999999999',
      'from=yesterday',
      'from=2016-12-31T23:59:60Z',
      'cursor=x',
      'cursor=WzFlMzAwXQ',
      'cursor=WzEuNV0',
      `cursor=${'x'.repeat(300)}`,
    ]) {
      const reply = await inject('GET', `/v1/audit?${query}`, bearer());
      expect(refusal(reply)).toEqual([400, 'invalid_request']);
      expect(reply.json().details[0].path).toBe(query.split('=')[0]);
    }
    expect(refusal(await inject('GET', '/v1/audit?action=%00', bearer()))).toEqual([400, 'invalid_text']);
    for (const query of [
      'action=%ff',
      'action=%',
      '__proto__=x',
      '__proto__[x]=1',
      'constructor=1',
      '&&&=',
      'unknown=1',
      `action=${encodeURIComponent("' or 1=1 --")}`,
    ]) {
      expect([query, (await inject('GET', `/v1/audit?${query}`, bearer())).statusCode]).toEqual([query, 200]);
    }
  });

  it('404: unknown paths, with every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      for (const url of [
        '/v1/nothing',
        '/v1',
        '/V1/projects',
        '/v1//projects',
        '/.env',
        '/v1/../etc/passwd',
        '/v1/projects/a/b/c',
      ]) {
        expect(refusal(await inject(method, url, bearer()))).toEqual([404, 'not_found']);
      }
    }
  });

  it('405 with Allow: another method on a known path', async () => {
    for (const [method, url, allow] of [
      ['PUT', '/v1/projects', 'GET, POST, HEAD'],
      ['DELETE', '/v1/projects', 'GET, POST, HEAD'],
      ['POST', '/v1/projects/prj_1', 'GET, PATCH, DELETE, HEAD'],
      ['GET', '/v1/auth/login', 'POST'],
      ['POST', '/v1/health', 'GET, HEAD'],
      ['TRACE', '/v1/health', 'GET, HEAD'],
    ] as const) {
      const reply = await inject(method, url);
      expect(refusal(reply)).toEqual([405, 'method_not_allowed']);
      expect(reply.headers['allow']).toBe(allow);
    }
    const head = await inject('HEAD', '/v1/auth/login');
    expect([head.statusCode, head.headers['allow']]).toEqual([405, 'POST']);
  });

  it('200: HEAD is GET without the body', async () => {
    const [head, get] = [
      await inject('HEAD', '/v1/projects', bearer()),
      await inject('GET', '/v1/projects', bearer()),
    ];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect((await inject('HEAD', '/v1/projects')).statusCode).toBe(401);
  });
});

describe('other origins', () => {
  const preflight = (url: string, origin: string, method = 'POST') =>
    inject('OPTIONS', url, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    });

  it('204: allow-listed origins may use every method and their cookie', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await preflight('/v1/projects', ALLOWED, method);
      expect(reply.statusCode).toBe(204);
      expect(reply.headers['access-control-allow-origin']).toBe(ALLOWED);
      expect(reply.headers['access-control-allow-credentials']).toBe('true');
      expect(String(reply.headers['access-control-allow-methods']).split(', ')).toContain(method);
      expect(reply.headers['x-request-id']).toMatch(/^req_/);
    }
    const got = await inject('GET', '/v1/projects', { ...bearer(), origin: ALLOWED });
    expect(got.headers['access-control-allow-origin']).toBe(ALLOWED);
    expect(String(got.headers['access-control-expose-headers'])).toContain('X-Request-Id');
    expect(String(got.headers['vary'])).toContain('Origin');
  });

  it('other origins may read nothing', async () => {
    for (const origin of [
      'https://evil.example.com',
      'null',
      `${ALLOWED}.evil.example.com`,
      'http://dashboard.example.com',
      ALLOWED.toUpperCase(),
    ]) {
      for (const reply of [
        await preflight('/v1/projects', origin),
        await inject('GET', '/v1/projects', { ...bearer(), origin }),
      ]) {
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });

  it('204: anyone may post to /v1/ingest, without a cookie', async () => {
    const reply = await preflight('/v1/ingest', 'https://anyone.example.com');
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    expect(reply.headers['access-control-allow-methods']).toBe('POST');
    const near = await preflight('/v1/ingest/more', 'https://anyone.example.com');
    expect(near.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('204: OPTIONS that is not a preflight', async () => {
    expect((await inject('OPTIONS', '/v1/projects')).statusCode).toBe(204);
  });
});

describe('answers', () => {
  it('carry a fresh X-Request-Id, whatever the client sends', async () => {
    const replies = await Promise.all([
      inject('GET', '/v1/health/live', { 'x-request-id': 'mine' }),
      inject('GET', '/v1/projects', bearer()),
      inject('GET', '/v1/projects'),
      inject('GET', '/nowhere'),
      inject('GET', '/%'),
      inject('POST', '/v1/projects', { ...bearer(), ...JSON_BODY }, 'x'.repeat(2 * MIB)),
      inject('OPTIONS', '/v1/projects', { origin: ALLOWED }),
      inject('HEAD', '/v1/health/live'),
    ]);
    const ids = replies.map((reply) => String(reply.headers['x-request-id']));
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{21}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are compressed over 1 KiB, as the client accepts', async () => {
    const big = await app.account();
    for (let at = 0; at < 15; at += 1)
      await big.call('POST', '/v1/projects', { name: `A project with a long name ${at}` });
    const plain = await inject('GET', '/v1/projects', bearer(big.apiKey));
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(1024);
    for (const [accept, encoding, open] of [
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['deflate', 'deflate', inflateSync],
      ['gzip;q=0.5, br;q=1', 'br', brotliDecompressSync],
    ] as const) {
      const reply = await inject('GET', '/v1/projects', { ...bearer(big.apiKey), 'accept-encoding': accept });
      expect(reply.headers['content-encoding']).toBe(encoding);
      expect(open(reply.rawPayload).toString()).toBe(plain.body);
      expect(String(reply.headers['vary']).toLowerCase()).toContain('accept-encoding');
    }
    for (const accept of ['identity', 'nonsense', '', ';;;', 'identity;q=0', '*;q=0']) {
      const reply = await inject('GET', '/v1/projects', { ...bearer(big.apiKey), 'accept-encoding': accept });
      expect([accept, reply.statusCode, reply.body]).toEqual([accept, 200, plain.body]);
    }
    const small = await inject('GET', '/v1/health/live', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('carry security headers for browsers', async () => {
    const { headers } = await inject('GET', '/v1/projects', bearer());
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
  });

  it('500: an internal error reveals nothing', async () => {
    const boom = await makeTestApp({
      records: { ping: () => Promise.reject(new Error('secret detail')) },
    });
    const { services } = boom;
    services.accounts.get = () => Promise.reject(new Error('select * from accounts -- at /srv/app.ts:1'));
    const broken = await boom.http.inject({ url: '/v1/projects', headers: bearer(await keyOf(boom)) });
    expect(refusal(broken)).toEqual([500, 'internal_error']);
    await boom.stop();
  });
});

async function keyOf(other: TestApp): Promise<string> {
  const made = await other.account();
  return made.apiKey;
}

describe('on a real connection', () => {
  const head = (line: string, headers: Record<string, string> = {}) =>
    `${line}\r\n${Object.entries({ host: 'localhost', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  const asReply = (raw: Awaited<ReturnType<typeof exchange>>): Replied => ({
    statusCode: raw.status,
    headers: raw.headers,
    body: raw.body,
  });
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

  it('413: 2 MiB in chunks without Content-Length, and the connection is closed', async () => {
    function* pieces() {
      yield head('POST /v1/projects HTTP/1.1', { ...bearer(), ...JSON_BODY, 'transfer-encoding': 'chunked' });
      for (let at = 0; at < 32; at += 1) yield chunk(Buffer.alloc(64 * 1024, 32));
      yield '0\r\n\r\n';
    }
    const reply = await exchange(port, pieces());
    expect(refusal(asReply(reply))).toEqual([413, 'body_too_large']);
    expect(reply.headers['connection']).toBe('close');
  });

  it('413: a Content-Length that is too large, before the body is sent', async () => {
    const reply = await exchange(port, [
      head('POST /v1/projects HTTP/1.1', { ...bearer(), ...JSON_BODY, 'content-length': String(2 * MIB) }),
    ]);
    expect(refusal(asReply(reply))).toEqual([413, 'body_too_large']);
    expect(reply.headers['connection']).toBe('close');
  });

  it('400: a Content-Length that is not a number, or two conflicting body lengths', async () => {
    for (const headers of [
      { 'content-length': 'x' },
      { 'content-length': '-1' },
      { 'content-length': '5', 'transfer-encoding': 'chunked' },
    ]) {
      const reply = await exchange(port, [
        head('POST /v1/projects HTTP/1.1', { ...bearer(), ...JSON_BODY, ...headers }),
        '{"name":"smuggled"}',
      ]);
      expect(refusal(asReply(reply))).toEqual([400, 'malformed_request']);
    }
  });

  it('408: a body shorter than declared, or one that arrives too slowly', async () => {
    const hasty = await openTestApp({ requestTimeoutMs: 400 });
    const port = await listen(hasty.http);
    const owner = await hasty.account();
    const begin = () =>
      head('POST /v1/projects HTTP/1.1', { ...bearer(owner.apiKey), ...JSON_BODY, 'content-length': '500' });
    const reply = await exchange(port, [begin(), '{"name":"short"']);
    expect(refusal(asReply(reply))).toEqual([408, 'request_timeout']);
    async function* slowly() {
      yield begin();
      for (let at = 0; at < 20; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        yield ' ';
      }
    }
    expect(refusal(asReply(await exchange(port, slowly())))).toEqual([408, 'request_timeout']);
    expect(refusal(asReply(await exchange(port, ['GET / HTTP/1.1\r\nhost: x\r\n'])))).toEqual([
      408,
      'request_timeout',
    ]);
    const { projects } = (await owner.call('GET', '/v1/projects')).json();
    expect(projects.filter(({ name }: { name: string }) => name === 'short')).toEqual([]);
  });

  it('400 malformed_request: bytes that are not HTTP', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n',
    ]) {
      expect(refusal(asReply(await exchange(port, [Buffer.from(bytes, 'latin1')])))).toEqual([
        400,
        'malformed_request',
      ]);
    }
  });

  it('400: invalid chunks', async () => {
    const reply = await exchange(port, [
      head('POST /v1/projects HTTP/1.1', { ...bearer(), ...JSON_BODY, 'transfer-encoding': 'chunked' }),
      'zz\r\nhello\r\n',
    ]);
    expect(refusal(asReply(reply))).toEqual([400, 'malformed_request']);
  });

  it('431 headers_too_large: a request line or headers beyond 16 KiB', async () => {
    for (const bytes of [
      head('GET /v1/projects HTTP/1.1', { 'x-long': 'x'.repeat(20_000) }),
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      expect(refusal(asReply(await exchange(port, [bytes])))).toEqual([431, 'headers_too_large']);
    }
  });

  it('200: afterwards the service works as before', async () => {
    const reply = await exchange(port, [
      head('GET /v1/projects HTTP/1.1', { ...bearer(), connection: 'close' }),
    ]);
    expect(reply.status).toBe(200);
    const { projects } = (await account.call('GET', '/v1/projects')).json() as {
      projects: { name: string }[];
    };
    expect(projects.filter(({ name }) => name === 'smuggled')).toEqual([]);
  });

  it('503 stopping: requests on an open connection while the process stops', async () => {
    const stopping = await makeTestApp();
    const at = await listen(stopping.http);
    const apiKey = await keyOf(stopping);
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    stopping.services.accounts.get = async () => {
      entered.resolve();
      await released.promise;
      throw new Error('over');
    };
    const stops: Promise<void>[] = [];
    let requests = 0;
    stopping.http.server.on('request', () => {
      requests += 1;
      if (requests === 2) released.resolve();
    });
    async function* pieces() {
      yield head('GET /v1/projects HTTP/1.1', bearer(apiKey));
      await entered.promise;
      stops.push(stopping.stop());
      // After the first request on the same connection, which is still being answered.
      yield head('GET /v1/health/live HTTP/1.1', { connection: 'close' });
    }
    const reply = await exchange(at, pieces());
    expect(reply.text).toContain('"reason":"stopping"');
    expect(reply.text).toContain('retry-after: 2');
    await Promise.all(stops);
  });
});

describe('the log', () => {
  it('has a line for every request, with its id, and never a secret', async () => {
    lines.length = 0;
    const member = await account.member('owner');
    const replies: LightMyRequestResponse[] = [
      await inject('GET', '/v1/projects', bearer()),
      await inject('GET', '/v1/projects?token=query-secret-1234', bearer(`${account.apiKey}x`)),
      await inject('GET', '/v1/projects', { authorization: 'Basic c2VjcmV0LWJhc2lj' }),
      await member.call('POST', '/v1/auth/password', {
        currentPassword: 'wrong-secret-99',
        newPassword: 'new-secret-77777',
      }),
      await member.call('POST', '/v1/auth/password', {
        currentPassword: PASSWORD,
        newPassword: 'new-secret-77777',
      }),
      await inject(
        'POST',
        '/v1/auth/login',
        JSON_BODY,
        JSON.stringify({ email: member.email, password: 'wrong-secret-99' }),
      ),
      await inject(
        'POST',
        '/v1/auth/login',
        JSON_BODY,
        JSON.stringify({ email: member.email, password: 'new-secret-77777' }),
      ),
      await inject(
        'POST',
        '/v1/auth/claim',
        JSON_BODY,
        JSON.stringify({
          token: 'claim-secret-55',
          email: 'a@b.co',
          password: 'new-secret-77777',
          name: 'x',
        }),
      ),
      await inject(
        'POST',
        '/v1/auth/password-reset/confirm',
        JSON_BODY,
        JSON.stringify({ token: 'reset-secret-44', newPassword: 'new-secret-77777' }),
      ),
      await account.call('POST', '/v1/api-keys', { name: 'logged' }),
      await inject('POST', '/v1/auth/login', JSON_BODY, '{"password":"broken-secret-33"'),
    ];
    await exchange(port, [`GET / HTTP/1.1\r\nauthorization: Bearer ${account.apiKey}\r\nbad header\r\n\r\n`]);
    const { accounts } = app.services;
    const get = accounts.get.bind(accounts);
    accounts.get = () => Promise.reject(new Error('broken on purpose'));
    replies.push(await inject('GET', '/v1/projects', bearer()));
    accounts.get = get;
    expect(replies.map((reply) => reply.statusCode)).toEqual([
      200, 401, 401, 403, 204, 401, 200, 400, 400, 201, 400, 500,
    ]);

    const log = lines.join('');
    for (const reply of replies) expect(log).toContain(String(reply.headers['x-request-id']));
    const cookies = replies.flatMap((reply) => reply.cookies.map((cookie) => cookie.value)).filter(Boolean);
    // The session cookie and the device cookie.
    expect(cookies).toHaveLength(2);
    const made = replies.find((reply) => reply.statusCode === 201)?.json() as { apiKey: string };
    for (const secret of [
      account.apiKey,
      made.apiKey,
      member.cookie.split('=')[1] ?? '',
      ...cookies,
      PASSWORD,
      OPERATOR_TOKEN,
      'secret-',
      'c2VjcmV0LWJhc2lj',
      '$argon2id$',
    ]) {
      expect(secret.length).toBeGreaterThan(5);
      expect(log).not.toContain(secret);
    }
    expect(log).toContain('broken on purpose');
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
