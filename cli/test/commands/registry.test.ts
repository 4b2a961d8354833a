// Prompts, datasets and exports: what goes from the service into files, and back.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schemas } from '@tracewell/sdk';
import { declaredService, type DeclaredService } from '../declared-service.ts';
import { ranInProcess } from '../in-process.ts';
import { freshFolder } from '../run.ts';
import { call } from './records.ts';

const folder = freshFolder();
const file = (name: string) => path.join(folder, name);
const text = (name: string) => readFileSync(file(name), 'utf8');
const AT = '2026-11-16T09:00:00.000Z';

const prompt = (more: Partial<Schemas['Prompt']> = {}): Schemas['Prompt'] => ({
  id: 17,
  name: 'greeting',
  version: '2',
  number: 2,
  type: 'text',
  template: 'You greet {{name}}.',
  messages: null,
  variables: null,
  labels: [],
  description: null,
  config: { model: 'gpt-4o', temperature: 0 },
  deployedLabels: [],
  createdAt: AT,
  updatedAt: AT,
  ...more,
});
const FIRST = prompt({ id: 12, version: '1', number: 1, template: 'Greet.', deployedLabels: ['production'] });
const CHAT = prompt({ id: 20, name: 'chat', type: 'chat', messages: [{ role: 'system', content: 'Help.' }] });

const dataset = (more: Partial<Schemas['EvalDataset']> = {}): Schemas['EvalDataset'] => ({
  id: 3,
  name: 'support',
  projectId: null,
  description: null,
  promptRegistryId: null,
  frozen: false,
  version: 1,
  itemCount: 1,
  createdAt: AT,
  updatedAt: AT,
  items: [{ id: 1, inputText: 'Where?\nNow', expectedOutput: 'Here', sourceCallId: null }],
  ...more,
});

const TEXT_ITEM: Schemas['EvalDatasetFullItem'] = {
  id: 1,
  externalId: null,
  input: 'Where?\nNow',
  expectedOutput: 'Here',
  metadata: null,
  split: null,
  sourceCallId: null,
  archived: false,
  createdAt: AT,
  updatedAt: AT,
};
const FULL_ITEM = {
  ...TEXT_ITEM,
  input: [{ role: 'user', content: 'Hi' }],
  metadata: { a: 1 },
  split: 'test',
};

let service: DeclaredService;
let exported: () => { status?: number; body: unknown };
beforeAll(async () => {
  service = await declaredService({
    'GET /v1/prompts': ({ query }) => {
      const all = { greeting: [prompt(), FIRST], chat: [CHAT] }[query['name'] ?? ''] ?? [];
      return { prompts: all.slice(0, Number(query['limit'])), nextCursor: null };
    },
    'GET /v1/prompts/names': () => ({
      names: [
        {
          name: 'greeting',
          versions: 2,
          latestVersion: '2',
          latestId: 17,
          description: null,
          updatedAt: AT,
          labels: [{ label: 'production', version: '1' }],
        },
      ],
      folders: [],
      nextCursor: null,
    }),
    'GET /v1/prompts/deployments': ({ query }) => ({
      deployments:
        query['label'] === 'production'
          ? [
              {
                name: 'greeting',
                label: 'production',
                promptId: FIRST.id,
                version: FIRST.version,
                previousPromptId: null,
                previousVersion: null,
                deployedAt: AT,
                deployedBy: 'key_1',
              },
            ]
          : [],
      nextCursor: null,
    }),
    'GET /v1/prompts/{id}': () => ({ prompt: FIRST }),
    'POST /v1/prompts': ({ body }) => {
      const { name, version = '3' } = body as Schemas['NewPrompt'];
      return {
        status: 201,
        body: { prompt: prompt({ id: 30, name, version }), warnings: ['x is not declared.'] },
      };
    },
    'POST /v1/prompts/{id}/deploy': () => ({ deployments: [], nextCursor: null }),
    'GET /v1/prompts/{id}/diff': () => ({
      from: { id: 12, name: 'greeting', version: '1' },
      to: { id: 17, name: 'greeting', version: '2' },
      addedLines: 1,
      removedLines: 1,
      hunks: [
        {
          oldStart: 1,
          oldLines: 1,
          newStart: 1,
          newLines: 1,
          lines: [
            { kind: 'removed', text: 'Greet.' },
            { kind: 'added', text: 'You \u001Bgreet.' },
          ],
        },
      ],
      configHunks: [],
      variables: { added: ['name'], removed: [], changed: [] },
      labels: { added: [], removed: [] },
      description: null,
      config: { added: [], removed: [], changed: ['model'] },
    }),
    'GET /v1/eval-datasets': () => {
      const summary = ({ items: _items, ...rest }: Schemas['EvalDataset']) => rest;
      return {
        datasets: [summary(dataset()), ...[4, 5].map((id) => summary(dataset({ id, name: 'twice' })))],
        nextCursor: null,
      };
    },
    'GET /v1/eval-datasets/{id}': () => dataset(),
    'POST /v1/eval-datasets': ({ body }) => ({
      status: 201,
      body: dataset({ id: 9, name: (body as { name: string }).name }),
    }),
    'GET /v1/eval-datasets/{id}/items': ({ query }) => ({
      version: Number(query['version'] ?? 2),
      itemCount: 2,
      items: query['version'] === '1' ? [FULL_ITEM] : [TEXT_ITEM],
      splits: [],
      nextCursor: null,
    }),
    'POST /v1/eval-datasets/{id}/items/batch': ({ body }) => ({
      version: 3,
      itemCount: 2,
      added: (body as { items: unknown[] }).items.length - 2,
      changed: 1,
      unchanged: 0,
      removed: 0,
      duplicates: { skipped: 0, replaced: 0, kept: 0 },
      refused: [
        { index: 1, field: 'input', reason: 'text_too_long', values: {}, message: 'It is too long.' },
      ],
      notFound: [],
    }),
    'PATCH /v1/eval-datasets/{id}': () => dataset(),
    'POST /v1/eval-datasets/{id}/items': () => ({
      dataset: dataset(),
      added: 0,
      skipped: [
        { index: 0, reason: 'already_in_dataset', message: 'It is there.' },
        { index: 1, reason: 'dataset_full', message: 'The dataset is full.' },
      ],
    }),
    'POST /v1/query/export': () => exported(),
  });
});
afterAll(() => service.close());

const env = () => ({ TRACEWELL_URL: service.url, TRACEWELL_API_KEY: 'twl_secret' });
const ran = (...args: string[]) => ranInProcess(args, env());
const last = () => service.asked.at(-1);

describe('tracewell prompts', () => {
  it('lists names with what is deployed, and the versions of one', async () => {
    expect((await ran('prompts')).stdout).toMatch(/greeting +2 {2}2 +production=1/);
    expect((await ran('prompts', 'list', 'greeting')).stdout).toMatch(/^1 +text {2}production/m);
    expect(await ran('prompts', 'list', 'nothing')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tracewell: There is no prompt "nothing".\n',
    });
  });

  it('pulls the newest version, one by its name, and one by its label', async () => {
    expect((await ran('prompts', 'pull', 'greeting')).stdout).toBe('You greet {{name}}.\n');
    expect((await ran('prompts', 'pull', 'greeting', '1')).stdout).toBe('Greet.\n');
    expect((await ran('prompts', 'pull', 'greeting', '@production')).stdout).toBe('Greet.\n');
    const [label, version] = [
      await ran('prompts', 'pull', 'greeting', '@beta'),
      await ran('prompts', 'pull', 'greeting', '9'),
    ];
    expect([label.code, label.stderr, version.code, version.stderr]).toEqual([
      1,
      'tracewell: The label "beta" of "greeting" points to nothing.\n',
      1,
      'tracewell: There is no version 9 of "greeting".\n',
    ]);
  });

  it('a pulled file that is pushed again is no new version, also after an editor ended its last line', async () => {
    for (const [name, output] of [
      ['greeting', 'greeting.txt'],
      ['greeting', 'greeting.json'],
      ['chat', 'chat.json'],
    ] as const) {
      expect((await ran('prompts', 'pull', name, '-o', file(output))).code).toBe(0);
      const pushed = await ran('prompts', 'push', file(output), '--name', name);
      expect([output, pushed.stdout, last()?.name]).toEqual([
        output,
        `${name} 2 is the same already.\n`,
        'GET /v1/prompts',
      ]);
    }
    const chat = await ran('prompts', 'pull', 'chat', '-o', file('chat.txt'));
    expect([chat.code, existsSync(file('chat.txt'))]).toEqual([2, false]);
  });

  it('pushes a change as the next number, and deploys it', async () => {
    writeFileSync(file('new.json'), text('greeting.json').replace('You greet', 'Greet'));
    const { stdout } = await ran('prompts', 'push', file('new.json'), '--deploy', 'production');
    expect(stdout).toBe('✓ greeting 3 was stored.\n! x is not declared.\n✓ production points to it.\n');
    expect(service.asked.at(-2)?.body).toMatchObject({
      name: 'greeting',
      version: '3',
      template: 'Greet {{name}}.',
    });
    expect([last()?.path, last()?.body]).toEqual([{ id: '30' }, { label: 'production' }]);
    const named = await ran('prompts', 'push', file('new.json'), '--as', 'may', '--json');
    expect(JSON.parse(named.stdout)).toMatchObject({ created: true, prompt: { version: 'may' } });
  });

  it('2: a file that is no prompt', async () => {
    writeFileSync(file('broken.json'), '{');
    writeFileSync(file('odd.json'), '{"name": "x", "text": "y"}');
    const [broken, odd, missing] = [
      await ran('prompts', 'push', file('broken.json')),
      await ran('prompts', 'push', file('odd.json')),
      await ran('prompts', 'push', file('none.txt'), '--name', 'x'),
    ];
    expect([broken.code, odd.code, missing.code]).toEqual([2, 2, 2]);
    expect(odd.stderr).toContain('does not have: text.');
    expect(missing.stderr).toContain('cannot be read (ENOENT).');
  });

  it('compares and deploys versions', async () => {
    const { stdout } = await ran('prompts', 'diff', 'greeting', '@production');
    expect([last()?.path, last()?.query]).toEqual([{ id: '17' }, { against: '12' }]);
    expect(stdout).toBe(
      '--- greeting 1\n+++ greeting 2\n@@ -1,1 +1,1 @@\n-Greet.\n+You  greet.\n\nvariables: +name\nconfig: ~model\n',
    );
    const deployed = await ran('prompts', 'deploy', 'greeting', '1', 'beta', '--comment', 'why');
    expect([last()?.path, last()?.body]).toEqual([{ id: '12' }, { label: 'beta', comment: 'why' }]);
    expect(deployed.stdout).toBe('✓ beta of greeting points to 1.\n');
  });
});

describe('tracewell datasets', () => {
  it('pulls JSON lines that can be pushed, by name or id', async () => {
    expect((await ran('datasets')).stdout).toMatch(/ 3 {2}support +1 {2}no/);
    const { stdout } = await ran('datasets', 'pull', 'support');
    expect(stdout).toBe('{"inputText":"Where?\\nNow","expectedOutput":"Here"}\n');
    const pulled = await ran('datasets', 'pull', '3', '-o', file('items.jsonl'));
    expect(pulled.stdout).toBe(`✓ 1 item of support written to ${file('items.jsonl')}.\n`);
    const replaced = await ran('datasets', 'push', file('items.jsonl'), '--to', 'support', '--replace');
    expect([last()?.name, last()?.body]).toEqual([
      'PATCH /v1/eval-datasets/{id}',
      { items: [{ inputText: 'Where?\nNow', expectedOutput: 'Here' }] },
    ]);
    expect(replaced.stdout).toBe('✓ 1 item stored in support (id 3).\n');
    const created = await ran('datasets', 'push', file('items.jsonl'), '--to', 'new');
    expect(created.stdout).toBe('✓ 1 item stored in the new dataset new (id 9).\n');
  });

  it('pulls a version with metadata and splits, and pushes such items in a batch', async () => {
    const { stdout } = await ran('datasets', 'pull', '3', '--dataset-version', '1');
    expect(JSON.parse(stdout)).toEqual({
      input: [{ role: 'user', content: 'Hi' }],
      expectedOutput: 'Here',
      metadata: { a: 1 },
      split: 'test',
    });
    writeFileSync(file('full.jsonl'), `${stdout}{"inputText":"x"}\n{"input":{"n":1},"externalId":"k"}\n`);
    const pushed = await ran('datasets', 'push', file('full.jsonl'), '--to', '3');
    const sent = service.asked.find(({ name }) => name === 'POST /v1/eval-datasets/{id}/items/batch');
    expect(sent?.body).toEqual({
      items: [JSON.parse(stdout), { input: 'x' }, { input: { n: 1 }, externalId: 'k' }],
    });
    expect([pushed.code, pushed.stdout]).toEqual([
      1,
      '✓ 1 item stored in support (id 3).\n✓ 1 item changed in support (id 3).\n✗ Item 2: It is too long.\n',
    ]);
  });

  it('1: items that do not fit; 2: a name that two datasets have, or a line that is no item', async () => {
    const full = await ran('datasets', 'push', file('items.jsonl'), '--to', 'support');
    expect([full.code, full.stdout]).toEqual([
      1,
      '1 item already in support (id 3).\n✗ Item 2: The dataset is full.\n',
    ]);
    const twice = await ran('datasets', 'pull', 'twice');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('Use an id: 4, 5.')]);
    for (const line of ['[]', '{', '{"inputText": 1}', '{"inputText": "x", "output": "y"}']) {
      writeFileSync(file('bad.jsonl'), `{"inputText":"a"}\n\n${line}\n`);
      const bad = await ran('datasets', 'push', file('bad.jsonl'), '--to', '3');
      expect([line, bad.code, bad.stderr]).toEqual([line, 2, expect.stringContaining('Line 3 of ')]);
    }
  });
});

describe('tracewell export', () => {
  it('writes JSON lines or CSV, for the owner only, and nothing else stays', async () => {
    const records = [call(), call({ id: 'call-2' })];
    exported = () => ({ body: { records } });
    const { stdout } = await ran('export', file('out/calls.jsonl'), '--scores', '--model', 'gpt');
    expect(last()?.query).toEqual({ format: 'json', scores: 'true', content: 'false' });
    expect(text('out/calls.jsonl')).toBe(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(stdout).toMatch(/was written \(2 calls, \d{3} B\)\.\n$/);
    expect([
      statSync(file('out/calls.jsonl')).mode & 0o777,
      existsSync(file('out/calls.jsonl.part')),
    ]).toEqual([0o600, false]);
    exported = () => ({ body: 'id\r\ncall-1\r\n' });
    const csv = await ran('export-calls', file('calls.csv'), '--json');
    expect([text('calls.csv'), JSON.parse(csv.stdout)]).toEqual([
      'id\r\ncall-1\r\n',
      { file: file('calls.csv'), format: 'csv', bytes: 12, calls: null },
    ]);
  });

  it('a transfer that ends early leaves the earlier file as it was', async () => {
    writeFileSync(file('kept.jsonl'), 'before\n');
    exported = () => ({ body: '{"records":[{"id":"call-1"},{"id"' });
    const broken = await ran('export', file('kept.jsonl'));
    expect([broken.code, broken.stdout, text('kept.jsonl')]).toEqual([1, '', 'before\n']);
    expect(broken.stderr).toContain('The transfer broke off');
    expect(existsSync(file('kept.jsonl.part'))).toBe(false);
  });

  it('2: a name without a format, and a place that cannot be written', async () => {
    exported = () => ({ body: { records: [] } });
    mkdirSync(file('taken.csv'));
    const [name, place] = [await ran('export', file('calls.xls')), await ran('export', file('taken.csv'))];
    expect([name.code, place.code]).toEqual([2, 2]);
    expect(place.stderr).toContain('taken.csv cannot be written');
  });
});
