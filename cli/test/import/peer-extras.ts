// Prompts and datasets in the interfaces of other back ends, as their documentation describes them.
import type { peerServer } from './peer-server.ts';

type Routes = Parameters<typeof peerServer>[0];

const constructor = (kind: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'prompts', 'chat', kind],
  kwargs,
});

const chatManifest = (text: string) =>
  constructor('ChatPromptTemplate', {
    messages: [
      constructor('SystemMessagePromptTemplate', {
        prompt: constructor('PromptTemplate', { template: text, template_format: 'f-string' }),
      }),
      constructor('MessagesPlaceholder', { variable_name: 'history' }),
      constructor('HumanMessagePromptTemplate', {
        prompt: constructor('PromptTemplate', { template: '{question}', template_format: 'f-string' }),
      }),
    ],
    input_variables: ['question'],
  });

export const langsmithExtras: Routes = {
  'GET /api/v1/repos': () => ({ repos: [{ repo_handle: 'ls-support', tags: ['team'] }], total: 1 }),
  'GET /api/v1/commits/-/ls-support/': () => ({
    commits: [{ commit_hash: 'cafe0003' }, { commit_hash: 'cafe0002' }, { commit_hash: 'cafe0001' }],
    total: 3,
  }),
  'GET /api/v1/commits/-/ls-support/(cafe000.)': ({ path: [hash] }) => ({
    commit_hash: hash,
    manifest:
      hash === 'cafe0003'
        ? constructor('ImagePromptTemplate', {})
        : chatManifest(hash === 'cafe0001' ? 'Help {name}.' : 'Help {name}. Answer as {{"a": 1}}.'),
  }),
  'GET /api/v1/repos/-/ls-support/tags': () => [{ tag_name: 'production', commit_hash: 'cafe0002' }],
  'GET /api/v1/datasets': () => [{ id: 'd1', name: 'ls-questions', description: 'asked often' }],
  'GET /api/v1/examples': ({ query }) =>
    query.get('dataset') === 'd1'
      ? [
          {
            id: '30000000-0000-4000-8000-000000000001',
            inputs: { question: 'Where?' },
            outputs: { answer: 'There.' },
            metadata: { split: 'test' },
          },
          { id: '30000000-0000-4000-8000-000000000002', inputs: { question: 'When?' }, outputs: null },
        ]
      : [],
};

/** The newest version comes first, and pages by cursor. */
export const phoenixExtras: Routes = {
  'GET /v1/prompts': () => ({
    data: [
      { id: 'P1', name: 'px-greeting' },
      { id: 'P2', name: 'px-text' },
    ],
    next_cursor: null,
  }),
  'GET /v1/prompts/P2/versions': () => ({
    data: [
      {
        id: 'PV3',
        description: 'first',
        template_type: 'STR',
        template_format: 'F_STRING',
        template: { type: 'string', template: 'Sum up {text}.' },
      },
    ],
    next_cursor: null,
  }),
  'GET /v1/prompts/P1/versions': ({ query }) =>
    query.get('cursor') === null
      ? {
          data: [
            {
              id: 'PV2',
              model_provider: 'OPENAI',
              model_name: 'gpt-4o-mini',
              template_type: 'CHAT',
              template_format: 'MUSTACHE',
              template: {
                type: 'chat',
                messages: [
                  { role: 'system', content: [{ type: 'text', text: 'Greet {{ name }}.' }] },
                  { role: 'user', content: '{{question}}' },
                ],
              },
              invocation_parameters: { type: 'openai', openai: { temperature: 0 } },
            },
          ],
          next_cursor: 'next',
        }
      : {
          data: [
            {
              id: 'PV1',
              template_type: 'CHAT',
              template_format: 'F_STRING',
              template: { type: 'chat', messages: [{ role: 'SYSTEM', content: 'Greet {name}.' }] },
            },
          ],
          next_cursor: null,
        },
  'GET /v1/prompt_versions/(PV.)/tags': ({ path: [version] }) => ({
    data: version === 'PV2' ? [{ id: 'T1', name: 'production' }] : [],
    next_cursor: null,
  }),
  'GET /v1/datasets': () => ({
    data: [{ id: 'D1', name: 'px-cases', description: null, metadata: {} }],
    next_cursor: null,
  }),
  'GET /v1/datasets/D1/examples': () => ({
    data: {
      dataset_id: 'D1',
      version_id: 'DV1',
      examples: [{ id: 'E1', input: { question: 'Where?' }, output: { answer: 'There.' }, metadata: {} }],
    },
  }),
};

export const opikExtras: Routes = {
  'GET /v1/private/prompts': () => ({
    page: 1,
    size: 1,
    total: 2,
    content: [
      { id: 'op1', name: 'opik-hello', template_structure: 'text' },
      { id: 'op2', name: 'opik-chat', template_structure: 'chat' },
    ],
  }),
  'GET /v1/private/prompts/op1/versions': () => ({
    page: 1,
    size: 2,
    total: 2,
    content: [
      {
        id: 'v2',
        commit: 'bbbbbbbb',
        template: 'Hi {{ name }}.',
        type: 'jinja2',
        change_description: 'shorter',
      },
      { id: 'v1', commit: 'aaaaaaaa', template: 'Hello {{name}}.', type: 'mustache', metadata: { a: 1 } },
    ],
  }),
  'GET /v1/private/prompts/op2/versions': () => ({
    total: 1,
    content: [
      {
        id: 'v3',
        commit: 'cccccccc',
        template: '[{"role":"system","content":"Hello {{ name }}."}]',
        type: 'mustache',
      },
    ],
  }),
  'GET /v1/private/datasets': () => ({ total: 1, content: [{ id: 'od1', name: 'opik-set' }] }),
  'GET /v1/private/datasets/od1/items': () => ({
    total: 2,
    content: [
      { id: '40000000-0000-4000-8000-000000000001', data: { input: 'Where?', expected_output: 'There.' } },
      { id: '40000000-0000-4000-8000-000000000002', data: { question: 'When?', plan: 'pro' } },
    ],
  }),
};
