// The entries with which coding agents use the service as an MCP server. docs/mcp.md explains them. No entry
// has a key in it: the agent signs in, or reads the key from TRACEWELL_API_KEY.
import { settingsJson, tomlText, type AgentSetup } from './agents.ts';

export const MCP_AGENTS = ['claude-code', 'codex', 'vscode', 'cursor'] as const;
export type McpAgent = (typeof MCP_AGENTS)[number];

interface McpWish {
  /** The address of the service, without a slash at the end. */
  url: string;
  /** In the files of this folder, which a team shares, instead of those of the person. */
  isLocal: boolean;
  /** With the key of the environment instead of a sign-in. */
  hasKey: boolean;
}

const NAME = 'tracewell';
const VARIABLE = 'TRACEWELL_API_KEY';

export const mcpSetupOf = (agent: McpAgent, wish: McpWish): AgentSetup => {
  const setup = { 'claude-code': claudeCode, codex, vscode, cursor }[agent](wish);
  return { ...setup, notes: [...setup.notes, wish.hasKey ? KEY_NOTE : SIGN_IN_NOTE] };
};

const KEY_NOTE = `The agent reads the key from ${VARIABLE}. Use one with the scope read, unless the agent needs more.`;
const SIGN_IN_NOTE =
  'The agent signs in: it opens the dashboard, where an admin lets it in. With --key-variable it uses a key.';

const addressOfMcp = ({ url }: McpWish): string => `${url}/mcp`;

/** The reference to the variable is in the words of each agent. */
const headers = ({ hasKey }: McpWish, reference: string): object =>
  hasKey ? { headers: { Authorization: `Bearer ${reference}` } } : {};

/** The file of the person is one that Claude Code itself keeps changing, so its command adds the entry. */
const claudeCode = (wish: McpWish): AgentSetup => {
  const reference = `\${${VARIABLE}}`;
  const entry = { type: 'http', url: addressOfMcp(wish), ...headers(wish, reference) };
  if (wish.isLocal) {
    return {
      files: [
        {
          base: 'here',
          path: '.mcp.json',
          form: 'json',
          content: settingsJson({ mcpServers: { [NAME]: entry } }),
        },
      ],
      notes: [],
    };
  }
  const add = ['mcp', 'add', '--transport', 'http', '--scope', 'user', NAME, addressOfMcp(wish)];
  return {
    files: [],
    commands: [
      {
        run: ['claude', ...add, ...(wish.hasKey ? ['--header', `Authorization: Bearer ${reference}`] : [])],
        isDoneIf: { run: ['claude', 'mcp', 'get', NAME], says: addressOfMcp(wish) },
      },
    ],
    notes: [],
  };
};

const codex = (wish: McpWish): AgentSetup => ({
  files: [
    {
      base: wish.isLocal ? 'here' : 'home',
      path: '.codex/config.toml',
      form: 'toml-table',
      content: [
        `[mcp_servers.${NAME}]`,
        `url = ${tomlText(addressOfMcp(wish))}`,
        ...(wish.hasKey ? [`bearer_token_env_var = ${tomlText(VARIABLE)}`] : []),
        '',
      ].join('\n'),
    },
  ],
  notes: wish.hasKey ? [] : [`Then run: codex mcp login ${NAME}`],
});

/** Where the profile of a person is depends on the platform, so the command of VS Code adds the entry. */
const vscode = (wish: McpWish): AgentSetup => {
  const entry = { type: 'http', url: addressOfMcp(wish), ...headers(wish, `\${env:${VARIABLE}}`) };
  if (wish.isLocal) {
    return {
      files: [
        {
          base: 'here',
          path: '.vscode/mcp.json',
          form: 'json',
          content: settingsJson({ servers: { [NAME]: entry } }),
        },
      ],
      notes: [],
    };
  }
  // It replaces an entry of the same name, so it can be repeated.
  return {
    files: [],
    commands: [{ run: ['code', '--add-mcp', JSON.stringify({ name: NAME, ...entry })] }],
    notes: [],
  };
};

const cursor = (wish: McpWish): AgentSetup => ({
  files: [
    {
      base: wish.isLocal ? 'here' : 'home',
      path: '.cursor/mcp.json',
      form: 'json',
      content: settingsJson({
        mcpServers: { [NAME]: { url: addressOfMcp(wish), ...headers(wish, `\${env:${VARIABLE}}`) } },
      }),
    },
  ],
  notes: [],
});
