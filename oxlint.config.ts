// Lint rules. The layers of the server are one table: what is not listed for a layer, it may not import.
import { defineConfig, type OxlintOverride } from 'oxlint';
import server from './server/package.json' with { type: 'json' };

interface Layer {
  /** Names of server/package.json, without `#`. */
  may: readonly string[];
  /** Layers whose types may be imported, and nothing else. */
  types?: readonly string[];
  /** No relative import may leave the folder that the file is in; other folders are imported by name. */
  byName?: true;
}

const BELOW_CORE = ['lib', 'config', 'semconv', 'data-directory', 'metadata', 'records'];
/** To open a store. Others get it in their context, and do not load the engines. */
const OPEN = ['metadata/open', 'records/open'];
const BELOW_SERVICES = [...BELOW_CORE, 'core', 'content', 'otlp'];
const BELOW_HTTP = ['lib', 'config', 'semconv', 'core', 'content', 'otlp', 'services', 'features'];

const LIB: Layer = { may: ['lib'], byName: true };

/** From left to right: a layer sees only what is to its left. */
const LAYERS: Readonly<Record<string, Layer>> = {
  lib: LIB,
  config: { may: ['lib'], byName: true },
  semconv: { may: ['lib'], types: ['records'] },
  store: { may: ['lib', 'config', 'semconv', 'metadata', 'records', 'data-directory'] },
  core: { may: [...BELOW_CORE, 'core', 'content'], byName: true },
  otlp: { may: ['lib', 'semconv', 'records'], types: ['config'] },
  services: { may: [...BELOW_SERVICES, 'services', 'media'] },
  features: { may: [...BELOW_SERVICES, 'services', 'features'] },
  compat: { may: [...BELOW_SERVICES, 'services', 'features'] },
  http: { may: BELOW_HTTP },
  grpc: { may: BELOW_HTTP },
  jobs: { may: [...BELOW_HTTP, 'metadata'] },
  archive: { may: [...BELOW_SERVICES, 'services', 'features'] },
  backup: { may: [...BELOW_CORE, ...OPEN, 'core', 'content', 'media'] },
  control: { may: [...BELOW_CORE, 'core', 'content', 'backup', 'archive'] },
  command: {
    may: [
      ...BELOW_SERVICES,
      ...OPEN,
      'services',
      'features',
      'compat',
      'backup',
      'archive',
      'app',
      'control',
      'main',
      'thread-pool',
      'bin',
    ],
  },
};

const NAMES = [...new Set(Object.keys(server.imports).map((name) => name.replace(/^#|\/\*$/g, '')))];
const DEEPEST = 6;

interface Pattern {
  group?: string[];
  regex?: string;
  allowTypeImports?: boolean;
  message: string;
}

const UNDICI: Pattern = {
  group: ['undici', 'undici/**'],
  message: 'Only lib/outbound talks to undici: an address that a user can set goes through its checks.',
};
const MODULES: Pattern = {
  regex: String.raw`^\.\.?/(.*/)?module\.ts$`,
  message: 'Only modules.ts reads a module.ts. Other files use the index of the feature or service.',
};
const INNER: Pattern = {
  regex: '^#(features|services)/[^/]+/',
  message: 'A feature or service is seen through its index only.',
};

/** An import that leaves a folder which is `depth` folders up. */
const leaves = (depth: number): Pattern => ({
  regex: String.raw`^(\.\./){${depth + 1}}`,
  message: 'Other folders are imported by their name in server/package.json.',
});

const restricted = (patterns: readonly Pattern[]): NonNullable<OxlintOverride['rules']> => ({
  'no-restricted-imports': ['error', { patterns: [...patterns] }],
});

function patternsOf(name: string, { may, types = [] }: Layer, ofTests: boolean): Pattern[] {
  const allowed = new Set([...may, ...types, ...(ofTests ? ['test', 'app', ...OPEN] : [])]);
  const others = NAMES.filter((each) => !allowed.has(each));
  const named = (names: readonly string[]) => `^#(${names.join('|')})(/|$)`;
  const rule = `${name}/ may import ${may.join(', ')}${types.map((each) => `, types of ${each}`).join('')}`;
  return [
    UNDICI,
    MODULES,
    INNER,
    { regex: named(others), message: `${rule}.` },
    ...(types.length > 0 && !ofTests
      ? [{ regex: named(types), allowTypeImports: true, message: `${rule}.` }]
      : []),
  ];
}

/** A feature and a service are left by name only, as a layer is. */
const HOUSES = new Set(['features', 'services']);

/** By depth, because a pattern sees the text of an import and not the file that it means. */
function layerRules(name: string, layer: Layer): OxlintOverride[] {
  const rules = Array.from({ length: DEEPEST }, (_, depth): OxlintOverride => {
    const inside = layer.byName ? 0 : HOUSES.has(name) ? Math.max(0, depth - 1) : depth;
    return {
      files: [`server/src/${name}/${'*/'.repeat(depth)}*.ts`],
      rules: restricted([...patternsOf(name, layer, false), leaves(inside)]),
    };
  });
  return [
    ...rules,
    { files: [`server/src/${name}/**/*.test.ts`], rules: restricted(patternsOf(name, layer, true)) },
  ];
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['sdk/src/generated/**', 'openapi/**'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'node/no-process-env': 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-console': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    { files: ['server/src/**'], rules: restricted([UNDICI, MODULES]) },
    { files: ['server/src/modules.ts'], rules: restricted([UNDICI]) },
    ...Object.entries(LAYERS).flatMap(([name, layer]) => layerRules(name, layer)),
    {
      files: ['server/src/lib/outbound/**'],
      rules: restricted([...patternsOf('lib', LIB, true).filter((each) => each !== UNDICI), leaves(0)]),
    },
    {
      files: ['cli/**', 'sdk/**', 'web/**'],
      rules: restricted([
        {
          group: ['**/server/src/**', '@tracewell/server', '@tracewell/server/**'],
          message: 'cli, sdk and web use the service through its interface only.',
        },
      ]),
    },
    {
      files: ['sdk/src/**'],
      rules: restricted([
        {
          group: ['**/server/**', '@tracewell/**', 'node:*'],
          message: 'The sdk also runs in browsers and depends on nothing of ours.',
        },
      ]),
    },
    {
      files: ['sdk/src/node/**', 'sdk/src/**/*.test.ts'],
      rules: restricted([
        { group: ['**/server/**', '@tracewell/**'], message: 'The sdk depends on nothing of ours.' },
      ]),
    },
    {
      files: ['cli/src/**'],
      rules: restricted([
        {
          group: [
            '**/server/**',
            '@tracewell/server',
            '@tracewell/server/**',
            '!@modelcontextprotocol/server/**',
          ],
          message: 'The command line uses the service through @tracewell/sdk only.',
        },
      ]),
    },
    {
      files: ['sdk/src/reading/**'],
      rules: restricted([
        {
          group: ['../**', 'node:*', '@*/**', 'openapi-fetch'],
          message: 'reading/ is pure and imports nothing: the service and the dashboard use it too.',
        },
      ]),
    },
    {
      files: ['web/**'],
      plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'vitest'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/react-in-jsx-scope': 'off',
        'react/no-array-index-key': 'off',
        'react/no-unstable-nested-components': 'off',
        'react/incompatible-library': 'off',
      },
    },
    {
      files: ['web/src/lib/**'],
      rules: restricted([
        { group: ['#i18n', '#api', '#ui', '../**'], message: 'lib/ knows nothing of ours.' },
      ]),
    },
    {
      files: ['web/src/i18n/**'],
      rules: restricted([{ group: ['#api', '#ui', '../**'], message: 'i18n/ may import lib only.' }]),
    },
    {
      files: ['web/src/api/**'],
      rules: restricted([{ group: ['#ui', '../**'], message: 'api/ may import lib and i18n only.' }]),
    },
    {
      files: ['web/src/ui/**'],
      rules: restricted([
        { group: ['**/app/**', '**/pages/**'], message: 'The kit knows no page: lib, i18n and api only.' },
      ]),
    },
    {
      files: ['web/src/pages/*/*/**'],
      rules: restricted([
        {
          group: ['../../**', '**/app/**', 'radix-ui', 'radix-ui/**', '!**/server/test/support/cpu-time.ts'],
          message:
            'A part of a page sees the kit (#ui), #api, #i18n, #lib/* and the folder of its page; what two pages need is for the kit or lib.',
        },
      ]),
    },
    {
      files: ['web/src/pages/*/*', 'web/src/pages/settings/**'],
      rules: restricted([
        {
          group: ['../**', '**/app/**', 'radix-ui', 'radix-ui/**'],
          message:
            'A page sees the kit (#ui), #api, #i18n, #lib/* and its own folder; what two pages need is for the kit or lib.',
        },
      ]),
    },
    {
      files: [
        '**/*.test.ts',
        'server/test/**',
        '{cli,sdk}/test/**',
        '{bench,proofs}/**',
        'clients/**',
        'tools/**',
        'web/e2e/**',
        'web/vite.config.ts',
        'vitest.config.ts',
        'cli/src/**',
        'server/bin/**',
        'actions/**',
        'server/src/command/**',
        'server/src/main.ts',
      ],
      rules: {
        'node/no-process-env': 'off',
        'no-console': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      files: ['web/e2e/**'],
      rules: {
        'vitest/expect-expect': [
          'error',
          { assertFunctionNames: ['expect', 'expectAccessible', 'expectFits'] },
        ],
      },
    },
    { files: ['server/src/command/**', 'server/src/main.ts'], rules: { 'node/no-process-env': 'error' } },
    {
      // The launcher marks the process that it starts, which is no setting.
      files: ['server/src/config/**', 'server/src/command/launcher.ts', 'server/src/**/*.test.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['oxlint.config.ts', 'vitest.config.ts', 'web/vite.config.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
});
