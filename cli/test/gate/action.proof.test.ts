// The GitHub action, run step by step as a runner does, against a service and a GitHub over real sockets. The
// steps of GitHub itself (caches) are left out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freshFolder, takeTime } from '../run.ts';
import { FAIL, fakeService, GATE, PASS, RUN, runAnswer, START, type FakeService } from './fake-service.ts';

takeTime();

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

interface ActionFile {
  inputs: Record<string, { default?: string }>;
  runs: { steps: Step[] };
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = path.join(ROOT, 'actions/gate');
const action = parse(readFileSync(path.join(FOLDER, 'action.yml'), 'utf8')) as ActionFile;
const folder = freshFolder();

interface Comment {
  id: number;
  body: string;
  html_url: string;
}

/** The part of GitHub's interface that the action uses. */
async function fakeGitHub() {
  const comments: Comment[] = [];
  const asked: string[] = [];
  let status = 200;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const sent = await text(request);
    const { body = '' } = (sent === '' ? {} : JSON.parse(sent)) as { body?: string };
    const [, id] = /comments\/(\d+)$/.exec(request.url ?? '') ?? [];
    const known = comments.find((comment) => comment.id === Number(id));
    if (known) known.body = body;
    else if (request.method === 'POST')
      comments.push({
        id: comments.length + 1,
        body,
        html_url: `https://example.com/${comments.length + 1}`,
      });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'GET' ? comments : (known ?? comments.at(-1))));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    asked,
    refuse: () => (status = 403),
    close: () => server.close(),
  };
}

let passing: FakeService;
let failing: FakeService;
let github: Awaited<ReturnType<typeof fakeGitHub>>;
beforeAll(async () => {
  const start = { status: 201, body: { runId: 42, deduplicated: false } };
  passing = await fakeService({ [START]: start, [RUN]: runAnswer('completed'), [GATE]: { body: PASS } });
  failing = await fakeService({ [START]: start, [RUN]: runAnswer('completed'), [GATE]: { body: FAIL } });
  github = await fakeGitHub();
  mkdirSync(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin/tracewell');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}cli/src/main.ts" "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(async () => {
  github.close();
  await Promise.all([passing, failing].map((service) => service.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** What the expressions in a step become. */
function filled(template: string, inputs: Record<string, string>, outputs: Record<string, string>): string {
  return template.replaceAll(
    /\$\{\{ (.*?) \}\}/g,
    (_, expression: string) =>
      expression
        .split(' || ')
        .map((part) => {
          const [, input] = /^inputs\.([\w-]+)$/.exec(part) ?? [];
          const [, output] = /^steps\.\w+\.outputs\.([\w-]+)$/.exec(part) ?? [];
          if (input !== undefined) return inputs[input] ?? action.inputs[input]?.default ?? '';
          return output === undefined ? '' : (outputs[output] ?? '');
        })
        .find((value) => value !== '') ?? '',
  );
}

const SCRIPTS = new Set(['about', 'gate', 'comment', 'decide']);

async function job(service: { url: string }, given: Record<string, string>) {
  const temp = freshFolder();
  const inputs = { url: service.url, 'api-key': 'twl_secret', token: 'ghs_token', ...given };
  const files = {
    GITHUB_OUTPUT: path.join(temp, 'outputs'),
    GITHUB_EVENT_PATH: path.join(temp, 'event.json'),
  };
  writeFileSync(files.GITHUB_OUTPUT, '');
  writeFileSync(files.GITHUB_EVENT_PATH, '{"pull_request": {"number": 7}}');
  let log = '';
  let code: number | null = 0;
  for (const step of action.runs.steps.filter(({ id }) => SCRIPTS.has(id ?? ''))) {
    const outputs = Object.fromEntries(
      readFileSync(files.GITHUB_OUTPUT, 'utf8')
        .split('\n')
        .map((line) => line.split('=')),
    ) as Record<string, string>;
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, inputs, outputs)]);
    const child = spawn('bash', ['-e', '-c', step.run ?? ''], {
      cwd: temp,
      env: {
        ...Object.fromEntries(env),
        ...files,
        PATH: `${path.join(folder, 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH']}`,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        XDG_CONFIG_HOME: '/nonexistent/config',
        GITHUB_ACTION_PATH: FOLDER,
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: '1001',
        GITHUB_RUN_ATTEMPT: '2',
        RUNNER_TEMP: temp,
      },
    });
    const [out, fault, [ended]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    log += out + fault;
    code = ended;
    if (code !== 0) break;
  }
  return { code, log, outputs: readFileSync(files.GITHUB_OUTPUT, 'utf8') };
}

describe('the action', () => {
  it('starts a run, comments, and passes; the next run replaces the comment and fails', async () => {
    const passed = await job(passing, { dataset: '3', criteria: '4 5', 'max-mean-drop': '0.05' });
    expect([passed.code, passed.outputs]).toEqual([
      0,
      'cache=tracewell-baseline-3-\nidempotency-key=gh-1001-2-3\nmark=\n' +
        'run-id=42\nverdict=pass\nexit-code=0\nurl=https://example.com/1\n',
    ]);
    expect(passing.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      idempotencyKey: 'gh-1001-2-3',
      criterionIds: [4, 5],
    });
    expect(passing.asked.at(-1)?.query).toMatchObject({ maxMeanDrop: '0.05', allowMissingBaseline: 'true' });
    const failed = await job(failing, { dataset: '3', baseline: '37' });
    expect(failed.code).toBe(1);
    expect(failing.asked.at(-1)?.query).toMatchObject({ baseline: '37' });
    expect(github.comments).toEqual([
      {
        id: 1,
        body: expect.stringMatching(
          /^<!-- tracewell-gate 3 -->\n## ❌ Tracewell gate: [^]*\| ❌ \| Faithfulness \|/,
        ),
        html_url: 'https://example.com/1',
      },
    ]);
    expect(github.asked).toEqual([
      'GET /repos/acme/shop/issues/7/comments?per_page=100&page=1 Bearer ghs_token',
      'POST /repos/acme/shop/issues/7/comments Bearer ghs_token',
      'GET /repos/acme/shop/issues/7/comments?per_page=100&page=1 Bearer ghs_token',
      'PATCH /repos/acme/shop/issues/comments/1 Bearer ghs_token',
    ]);
  });

  it('runs a split, with a start, a baseline and a comment of its own', async () => {
    const { code, outputs } = await job(passing, { dataset: '3', split: 'smoke, fast' });
    expect(code).toBe(0);
    const [, mark] = /^cache=tracewell-baseline-split-(\w{12})-3-\nidempotency-key=gh-/.exec(outputs) ?? [];
    expect(mark).toBeDefined();
    expect(passing.asked.findLast(({ method }) => method === 'POST')?.body).toEqual({
      idempotencyKey: `gh-1001-2-3-${mark}`,
      split: 'smoke, fast',
    });
    expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- tracewell-gate 3 -->',
      `<!-- tracewell-gate 3 ${mark} -->`,
    ]);
  });

  it('fails with 3 if the service is away, unless that may pass; a refused comment is a warning', async () => {
    github.refuse();
    const away = { url: 'http://127.0.0.1:1' };
    const [strict, lenient] = [
      await job(away, { candidate: '42', baseline: '37' }),
      await job(away, { candidate: '42', baseline: '37', 'pass-when-unavailable': 'true' }),
    ];
    expect([strict.code, lenient.code]).toEqual([3, 0]);
    expect(strict.log).toContain('::warning title=Tracewell gate::The report could not be put on');
    expect(strict.log).toContain('pull-requests: write');
    expect(lenient.log).toContain('::warning title=Tracewell gate::The service could not be reached');
  });

  it('names the version of the command line, and the example uses inputs that exist', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'cli/package.json'), 'utf8')) as {
      version: string;
    };
    expect(action.inputs['cli']?.default).toBe(`@tracewell/cli@${version}`);
    const workflow = parse(
      readFileSync(path.join(ROOT, 'examples/github-actions/tracewell-gate.yml'), 'utf8'),
    ) as { jobs: { gate: { steps: (Step & { with?: Record<string, string> })[] } } };
    const { steps } = workflow.jobs.gate;
    const used = steps.find(({ uses }) => uses?.endsWith('/actions/gate'));
    expect(Object.keys(used?.with ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
    expect(Object.keys(used?.with ?? {})).toEqual(['cli', 'url', 'api-key', 'dataset']);
  });
});
