// Commands about the machine of the person: login, setup of coding agents, completion.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merged } from '../../src/setup/merge.ts';
import { declaredService, fault, type DeclaredService } from '../declared-service.ts';
import { ranInProcess } from '../in-process.ts';
import { freshFolder, runWithInput, takeTime } from '../run.ts';

takeTime();

const folder = freshFolder();

let service: DeclaredService;
beforeAll(async () => {
  service = await declaredService({
    'GET /v1/account': ({ headers }) =>
      headers['authorization'] === 'Bearer twl_good'
        ? {
            accountId: 'acc_1',
            name: 'Acme',
            plan: 'team',
            projectId: 'prj_1',
            usage: {
              month: '2026-11',
              records: 1,
              quota: 10,
              remaining: 9,
              resetsAt: '2026-12-01T00:00:00.000Z',
            },
            retentionDays: 90,
            limits: {
              exportRecords: 1,
              alerts: null,
              alertChannels: [],
              savedViews: 1,
              traceSpans: 1,
              datasetItems: 1,
              itemCharacters: 1,
              teamMembers: true,
            },
            limitsChangeable: false,
            consents: { plaintextStorage: false, aiHelper: false, piiRedaction: false },
            settings: { acceptProviders: 'any' },
            deletesAt: null,
            unpricedModels: [],
            key: { id: 'key_1', name: 'Laptop', scopes: ['read'] },
          }
        : fault(401, 'invalid_key', 'The API key is not valid.'),
  });
});
afterAll(() => service.close());

describe('tracewell login', () => {
  const env = { XDG_CONFIG_HOME: path.join(folder, 'config') };
  const file = path.join(folder, 'config/tracewell/login.json');

  it('stores nothing if the key is rejected, and a checked key for its owner only', async () => {
    const args = ['login', '--url', service.url, '--key-stdin'];
    const rejected = await runWithInput(args, 'twl_bad\n', env);
    expect([rejected.code, rejected.stdout, existsSync(file)]).toEqual([1, '', false]);
    expect(rejected.stderr).toBe('tracewell: The API key is not valid. (401)\n');
    const stored = await runWithInput(args, 'twl_good\n', { ...env, TRACEWELL_API_KEY: 'twl_other' });
    expect([stored.code, stored.stderr, statSync(file).mode & 0o777]).toEqual([0, '', 0o600]);
    expect(stored.stdout).toContain('Logged in to Acme with the key Laptop (read).');
    expect(stored.stdout).toContain('TRACEWELL_API_KEY in the environment still come first.');
    expect(stored.stdout + stored.stderr).not.toContain('twl_good');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: service.url, key: 'twl_good' });
  });

  it('2: a script has to send the key; logout forgets it', async () => {
    const silent = await runWithInput(['login', '--url', service.url], '', env);
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('Use --key-stdin')]);
    const [out, again] = [await ranInProcess(['logout'], env), await ranInProcess(['logout'], env)];
    expect([out.code, out.stdout]).toEqual([0, `✓ ${file} was removed. The key itself is still valid.\n`]);
    expect([again.code, again.stdout]).toEqual([0, 'There is no stored login.\n']);
    expect(existsSync(file)).toBe(false);
  });
});

describe('tracewell setup', () => {
  const home = path.join(folder, 'home');
  const env = { HOME: home, TRACEWELL_URL: 'https://tw.example.com/x/', TRACEWELL_API_KEY: 'twl_1' };
  const at = (name: string) => path.join(home, name);

  it('prints the lines of the docs, and writes nothing', async () => {
    const docs = readFileSync(new URL('../../../docs/coding-agents.md', import.meta.url), 'utf8');
    const local = { ...env, TRACEWELL_URL: 'http://127.0.0.1:4318' };
    for (const agent of ['codex', 'gemini', 'claude-code']) {
      const { code, stdout } = await ranInProcess(['setup', agent], local);
      expect([agent, code]).toEqual([agent, 0]);
      // The address and the key of the docs are examples.
      const printed = stdout.replaceAll('twl_1', 'twl_…').replaceAll('http://127.0.0.1:4318', 'ADDRESS');
      const known = docs.replaceAll(
        /http:\/\/127\.0\.0\.1:4318|https:\/\/tracewell\.example\.com/g,
        'ADDRESS',
      );
      const settings = printed
        .split('\n')
        .filter((line) => /ADDRESS|twl_…|enabled|log_user_prompt =|logPrompts/i.test(line));
      const unknown = settings
        .map((line) => line.trim())
        .filter(
          (line) =>
            !line.startsWith('Prompts are') &&
            !known.includes(line.replace(/^OTEL_/, 'export OTEL_')) &&
            !known.includes(line),
        );
      expect([agent, settings.length > 1, unknown]).toEqual([agent, true, []]);
    }
    expect(existsSync(home)).toBe(false);
  });

  it('--write keeps other settings, is repeatable, and hides the key from others', async () => {
    mkdirSync(at('.claude'), { recursive: true });
    writeFileSync(at('.claude/settings.json'), '{"model": "opus", "env": {"FOO": "1"}}', { mode: 0o644 });
    for (const agent of ['claude-code', 'codex', 'gemini']) {
      expect((await ranInProcess(['setup', agent, '--write'], env)).code).toBe(0);
      const again = await ranInProcess(['setup', agent, '--write'], env);
      expect(again.stdout).not.toContain('was written');
    }
    expect(JSON.parse(readFileSync(at('.claude/settings.json'), 'utf8'))).toMatchObject({
      model: 'opus',
      env: {
        FOO: '1',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://tw.example.com/x/otel',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer twl_1',
      },
    });
    expect(readFileSync(at('.codex/config.toml'), 'utf8')).toContain(
      'endpoint = "https://tw.example.com/x/otel/v1/logs"',
    );
    for (const name of ['.claude/settings.json', '.codex/config.toml', '.gemini/.env']) {
      expect([name, statSync(at(name)).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('2: what cannot be merged stays as it is', async () => {
    const before = '[otel]\nexporter = "none"\n';
    writeFileSync(at('.codex/config.toml'), before);
    const { code, stderr } = await ranInProcess(['setup', 'codex', '--write'], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has settings for otel already')]);
    expect(readFileSync(at('.codex/config.toml'), 'utf8')).toBe(before);
    const json = { path: 'x', form: 'json' as const, content: '{"a": {"b": 1}}' };
    expect(() => merged(json, '// mine\n{}')).toThrow('is not plain JSON');
    const variable = { path: 'x', form: 'dotenv' as const, content: 'KEY="new"\n' };
    expect(merged(variable, 'A=1\nexport KEY=old\nKEYS=2')).toBe('A=1\nKEYS=2\nKEY="new"\n');
  });
});

describe('tracewell setup mcp', () => {
  const home = path.join(folder, 'mcp-home');
  const bin = path.join(folder, 'bin');
  const env = {
    HOME: home,
    TRACEWELL_URL: 'https://tracewell.example.com',
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  };
  const at = (name: string) => path.join(home, name);
  const setup = (...args: string[]) => ranInProcess(['setup', 'mcp', ...args], env);

  it('prints the entries of the docs for each agent, needs no key, and writes nothing', async () => {
    const docs = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
    const known = docs.replaceAll(/\\\n\s*/g, '').replaceAll(/\s+/g, '');
    for (const agent of ['claude-code', 'codex', 'vscode', 'cursor']) {
      const { code, stdout } = await setup('--agent', agent);
      const lines = stdout.split('\n').filter((line) => line.includes('tracewell.example.com'));
      expect([agent, code, lines.length > 0]).toEqual([agent, 0, true]);
      for (const line of lines) expect(known).toContain(line.replaceAll(/\s+/g, ''));
    }
    const all = await setup();
    expect(all.stdout.match(/^(claude-code|codex|vscode|cursor)$/gm)).toHaveLength(4);
    expect(existsSync(home)).toBe(false);
  });

  it('--write merges files, is repeatable, and refuses an entry for another service', async () => {
    mkdirSync(at('.cursor'), { recursive: true });
    writeFileSync(at('.cursor/mcp.json'), '{"mcpServers": {"mine": {"command": "x"}}}');
    mkdirSync(at('.codex'), { recursive: true });
    writeFileSync(at('.codex/config.toml'), '[mcp_servers.mine]\ncommand = "x"\n');
    for (const agent of ['cursor', 'codex']) {
      expect((await setup('--agent', agent, '--key-variable', '--write')).stdout).toContain('was written');
      expect((await setup('--agent', agent, '--key-variable', '--write')).stdout).toContain('already');
    }
    expect(JSON.parse(readFileSync(at('.cursor/mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        mine: { command: 'x' },
        tracewell: {
          url: 'https://tracewell.example.com/mcp',
          headers: { Authorization: 'Bearer ${env:TRACEWELL_API_KEY}' },
        },
      },
    });
    expect(readFileSync(at('.codex/config.toml'), 'utf8')).toBe(
      '[mcp_servers.mine]\ncommand = "x"\n\n[mcp_servers.tracewell]\nurl = "https://tracewell.example.com/mcp"\nbearer_token_env_var = "TRACEWELL_API_KEY"\n',
    );
    const other = await ranInProcess(
      ['setup', 'mcp', '--agent', 'codex', '--write', '--url', 'https://other.example'],
      env,
    );
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('has settings for mcp_servers.tracewell already'),
    ]);
    const nobody = await setup('--write');
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--agent')]);
  });

  it('--write runs the command of an agent that has one, unless the entry is there', async () => {
    const missing = await setup('--agent', 'claude-code', '--write');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('could not be started')]);
    mkdirSync(bin, { recursive: true });
    const log = path.join(folder, 'claude.log');
    const program = `#!/bin/sh
if [ "$2" = get ]; then [ -f '${log}' ] && cat '${log}'; exit $?; fi
printf '%s|' "$@" > '${log}'
`;
    writeFileSync(path.join(bin, 'claude'), program, { mode: 0o755 });
    expect((await setup('--agent', 'claude-code', '--write')).stdout).toContain('was written');
    expect(readFileSync(log, 'utf8')).toBe(
      'mcp|add|--transport|http|--scope|user|tracewell|https://tracewell.example.com/mcp|',
    );
    expect((await setup('--agent', 'claude-code', '--write')).stdout).toContain('already');
    writeFileSync(path.join(bin, 'code'), '#!/bin/sh\necho no room >&2; exit 1\n', { mode: 0o755 });
    const failed = await setup('--agent', 'vscode', '--write');
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('failed: no room')]);
  });

  it('cursor: the entry, and that Cursor reports nothing by itself', async () => {
    const { code, stdout } = await ranInProcess(['setup', 'cursor'], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('no setting that exports telemetry')]);
    expect(stdout).toContain('~/.cursor/mcp.json');
  });
});

describe('tracewell completion', () => {
  const script = async (shell: string) => (await ranInProcess(['completion', shell])).stdout;

  it('completes commands, their commands and their options in bash', async () => {
    writeFileSync(path.join(folder, 'complete.sh'), await script('bash'));
    const complete = (...words: string[]) => {
      const line = ['tracewell', ...words].map((word) => `'${word}'`).join(' ');
      const code = `source '${folder}/complete.sh'; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _tracewell; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', code], { encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('pro')).toBe('prompts');
    expect(complete('prompts', 'p')).toBe('pull push');
    expect(complete('setup', 'c')).toBe('claude-code codex cursor');
    expect(complete('datasets', 'push', '--d')).toBe('--description');
    expect(complete('calls', '--limit', '3', '--min-')).toBe('--min-latency --min-cost');
  });

  it('zsh and fish have every command with its description', async () => {
    const [zsh, fish] = [await script('zsh'), await script('fish')];
    for (const name of [
      'calls',
      'trace',
      'sessions',
      'cost',
      'tail',
      'scores',
      'prompts',
      'datasets',
      'eval',
      'export',
      'gate',
      'setup',
      'login',
    ]) {
      expect(zsh).toMatch(new RegExp(`'${name}:[A-Z]`));
      expect(fish).toMatch(new RegExp(`-a '${name}' -d '[A-Z]`));
    }
  });
});
