// The settings with which coding agents report to the service. docs/coding-agents.md explains them.

export const SETUP_AGENTS = ['claude-code', 'codex', 'gemini'] as const;
export type Agent = (typeof SETUP_AGENTS)[number];

export interface AgentFile {
  /** The home of the user unless set. */
  base?: 'home' | 'here';
  path: string;
  /** How the lines get into a file that exists. */
  form: 'json' | 'toml-table' | 'dotenv';
  /** What is added: an object for JSON, lines otherwise. */
  content: string;
}

export interface AgentCommand {
  run: readonly [string, ...string[]];
  /** If this command succeeds and prints that text, there is nothing to do. */
  isDoneIf?: { run: readonly [string, ...string[]]; says: string };
}

export interface AgentSetup {
  files: readonly AgentFile[];
  commands?: readonly AgentCommand[];
  notes: readonly string[];
}

export function setupOf(agent: Agent, url: string, key: string): AgentSetup {
  return { 'claude-code': claudeCode, codex, gemini }[agent](url, key);
}

const KEY_NOTE = 'The settings contain the key: use one that has only the scope write:records.';

const headerOf = (key: string): string => `Authorization=Bearer ${key}`;

const claudeCode = (url: string, key: string): AgentSetup => ({
  files: [
    {
      path: '.claude/settings.json',
      form: 'json',
      content: settingsJson({
        env: {
          CLAUDE_CODE_ENABLE_TELEMETRY: '1',
          OTEL_LOGS_EXPORTER: 'otlp',
          OTEL_METRICS_EXPORTER: 'none',
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
          OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
          OTEL_EXPORTER_OTLP_HEADERS: headerOf(key),
        },
      }),
    },
  ],
  notes: ['Prompts are sent only with OTEL_LOG_USER_PROMPTS=1.', KEY_NOTE],
});

const codex = (url: string, key: string): AgentSetup => ({
  files: [
    {
      path: '.codex/config.toml',
      form: 'toml-table',
      content: [
        '[otel]',
        'log_user_prompt = false',
        `exporter = { otlp-http = { endpoint = ${tomlText(`${url}/otel/v1/logs`)}, protocol = "binary", headers = { Authorization = ${tomlText(`Bearer ${key}`)} } } }`,
        '',
      ].join('\n'),
    },
  ],
  notes: ['Prompts are sent only with log_user_prompt = true.', KEY_NOTE],
});

const gemini = (url: string, key: string): AgentSetup => ({
  files: [
    {
      path: '.gemini/settings.json',
      form: 'json',
      content: settingsJson({
        telemetry: {
          enabled: true,
          target: 'local',
          otlpEndpoint: `${url}/otel`,
          otlpProtocol: 'http',
          logPrompts: false,
        },
      }),
    },
    {
      path: '.gemini/.env',
      form: 'dotenv',
      content: `OTEL_EXPORTER_OTLP_HEADERS="${headerOf(key)}"\n`,
    },
  ],
  notes: [
    'Gemini CLI reads one .env file. In a project that has its own, export the variable in the shell instead.',
    KEY_NOTE,
  ],
});

export const settingsJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** A basic string of TOML has the escapes of JSON. */
export const tomlText = (text: string): string => JSON.stringify(text);
