import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredService, fault, type DeclaredService } from '../declared-service.ts';
import { ranInProcess } from '../in-process.ts';
import { call, score, widthOf } from './records.ts';

const messages = {
  input: [{ role: 'user', content: 'Where is my order?\n\u001B[2JNow.' }],
  output: [{ role: 'assistant', content: 'On its way.' }],
};

let service: DeclaredService;
beforeAll(async () => {
  service = await declaredService({
    'POST /v1/query/calls': ({ body }) => {
      const { cursor, limit, model } = body as { cursor?: string; limit: number; model?: string };
      if (model === 'none') return { records: [], nextCursor: null, truncated: false };
      const from = Number(cursor ?? 0);
      const records = Array.from({ length: limit }, (_, at) =>
        call({
          id: `3f2c1a9e-7b4d-4e21-9c55-${String(from + at).padStart(12, '0')}`,
          model: '東京モデル-very-long-name-of-a-model',
          ...(at === 0 ? { error: 'rate limited' } : {}),
        }),
      );
      return { records, nextCursor: from + limit >= 450 ? null : String(from + limit), truncated: false };
    },
    'GET /v1/query/calls/{id}': ({ path }) =>
      path['id'] === 'a/b'
        ? { call: call({ id: 'a/b', requestMeta: messages, error: 'timed out' }), scores: [score()] }
        : fault(404, 'not_found', 'There is no such call.'),
  });
});
afterAll(() => service.close());

const env = () => ({ TRACEWELL_URL: service.url, TRACEWELL_API_KEY: 'twl_secret' });

describe('tracewell calls', () => {
  it('fits wide characters and long ids into 80 columns, and marks failed calls', async () => {
    const { code, stdout, stderr } = await ranInProcess(['calls', '--limit', '3'], {
      ...env(),
      COLUMNS: '80',
    });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
    expect(lines[1]).toBe('11-16 09:00:00  ✗  東京モ…   1,234  $0.00042  812 ms  3f2c1a9e-7b4d-4e21-9c55-…');
    expect(lines[2]).not.toContain('✗');
    expect(lines[4]).toBe('The first 3 calls; use --limit for more.');
    const wide = await ranInProcess(['calls', '--limit', '1', '--wide'], { ...env(), COLUMNS: '80' });
    expect(wide.stdout).toContain('3f2c1a9e-7b4d-4e21-9c55-000000000000');
    expect(wide.stdout).toContain('The first call; use --limit for more.');
    // A pipe has no width.
    const piped = await ranInProcess(['calls', '--limit', '1'], env());
    expect(piped.stdout).toBe(wide.stdout);
  });

  it('leaves figures out in 40 columns, and shows errors in a list of failed calls', async () => {
    const narrow = await ranInProcess(['calls', '--limit', '2'], { ...env(), COLUMNS: '40' });
    const lines = narrow.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^TIME \(UTC\) {9}MODEL +ID$/);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40);
    const failed = await ranInProcess(['calls', '--errors', '--limit', '1'], { ...env(), COLUMNS: '80' });
    expect(failed.stdout).toMatch(/TOOK {2}ID +ERROR\n.*812 ms {2}3f2c1a9e-.*… {2}rate limited\n/);
  });

  it('sends every filter, and follows the pages up to the limit', async () => {
    const filters =
      '--provider openai --model gpt --tag env=production --tag team=a=b --error late --user u --session s ' +
      '--trace t --prompt p --prompt-version 2 --min-latency 100 --min-cost .5 --search words --sort cost --ascending ' +
      '--since 2026-11-01 --until 2026-11-02T00:00:00+01:00 --project prj_1 --limit 450 --json';
    const { code, stdout } = await ranInProcess(['calls', ...filters.split(' ')], env());
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as { calls: { id: string }[]; more: boolean };
    expect([answer.calls.length, new Set(answer.calls.map(({ id }) => id)).size, answer.more]).toEqual([
      450,
      450,
      false,
    ]);
    const last = service.asked.at(-1);
    expect(last?.body).toEqual({
      startTime: '2026-11-01T00:00:00.000Z',
      endTime: '2026-11-01T23:00:00.000Z',
      provider: 'openai',
      model: 'gpt',
      tags: { env: 'production', team: 'a=b' },
      error: 'late',
      userId: 'u',
      sessionId: 's',
      traceId: 't',
      promptName: 'p',
      promptVersion: '2',
      minLatencyMs: 100,
      minCostUsd: 0.5,
      search: 'words',
      sortBy: 'cost_usd',
      sortOrder: 'asc',
      limit: 50,
      cursor: '400',
    });
    expect(last?.headers).toMatchObject({ authorization: 'Bearer twl_secret', 'x-project-id': 'prj_1' });
  });

  it('shows one call with its messages and scores, without commands to the terminal', async () => {
    const { code, stdout } = await ranInProcess(['calls', 'a/b'], env());
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001B');
    expect(stdout).toMatch(/^ {2}id {7}a\/b$/m);
    expect(stdout).toMatch(/^ {2}tokens {3}1,234 \(1,200 in, 34 out\)$/m);
    expect(stdout).toMatch(/^ {2}error {4}timed out$/m);
    expect(stdout).toContain('user\n  Where is my order?\n  Now.\n\nassistant\n  On its way.\n');
    expect(stdout).toMatch(/thumbs {2}true {3}api {5}call call-1/);
    const json = await ranInProcess(['calls', 'a/b', '--json'], env());
    expect(JSON.parse(json.stdout)).toMatchObject({ call: { id: 'a/b' }, scores: [{ name: 'thumbs' }] });
  });

  it('says in a sentence that nothing was found', async () => {
    expect(await ranInProcess(['calls', '--model', 'none'], env())).toEqual({
      code: 0,
      stdout: 'No calls found.\n',
      stderr: '',
    });
  });

  it('1: the service rejects it; 2: wrong usage; nothing on standard output', async () => {
    const unknown = await ranInProcess(['calls', 'nobody'], env());
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'tracewell: There is no such call. (404)\n' });
    const json = await ranInProcess(['calls', 'nobody', '--json'], env());
    expect(JSON.parse(json.stderr)).toEqual({ error: 'There is no such call. (404)', reason: 'not_found' });
    const keyless = await ranInProcess(['calls'], { TRACEWELL_URL: service.url });
    expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('The API key is missing.')]);
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--limit', '0'],
      ['--tag', 'x'],
      ['--sort', 'size'],
      ['--fly'],
    ]) {
      const { code, stdout } = await ranInProcess(['calls', ...wrong], env());
      expect([wrong[0], code, stdout]).toEqual([wrong[0], 2, '']);
    }
  });
});
