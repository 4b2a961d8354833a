// A workflow as n8n's editor exports it: a webhook, chains, and an agent with a tool.
const QUESTION = 'What is the capital of France?';
const CREDENTIAL = { openAiApi: { id: 'fakeModels', name: 'Fake models' } };
const ID = 'tracewellClients';

export const CREDENTIALS = [
  {
    id: CREDENTIAL.openAiApi.id,
    name: CREDENTIAL.openAiApi.name,
    type: 'openAiApi',
    data: { apiKey: process.env.OPENAI_API_KEY, url: process.env.OPENAI_BASE_URL },
  },
];

let made = 0;
const node = (name, type, typeVersion, parameters, more = {}) => ({
  id: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
  name,
  type,
  typeVersion,
  position: [200 * made, 0],
  parameters,
  ...more,
});
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const to = (name, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });

const model = (name, id, options = {}) =>
  node(
    name,
    `${LANGCHAIN}.lmChatOpenAi`,
    1.2,
    { model: { __rl: true, mode: 'id', value: id }, options: { maxRetries: 2, ...options } },
    { credentials: CREDENTIAL },
  );
const chain = (name, more) =>
  node(name, `${LANGCHAIN}.chainLlm`, 1.7, { promptType: 'define', text: QUESTION }, more);

export const WORKFLOW = [
  {
    id: ID,
    name: 'Support',
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: [
      node(
        'Webhook',
        'n8n-nodes-base.webhook',
        2,
        { httpMethod: 'POST', path: 'ask', responseMode: 'lastNode', options: {} },
        { webhookId: '00000000-0000-4000-8000-000000000999' },
      ),
      chain('Answer'),
      model('Small model', 'gpt-4o-mini'),
      chain('Fail', { onError: 'continueRegularOutput' }),
      model('Failing model', 'gpt-4.1-nano'),
      node('Weather', `${LANGCHAIN}.agent`, 3.1, {
        promptType: 'define',
        text: 'What is the weather in Paris?',
        options: {},
      }),
      model('Agent model', 'gpt-4.1'),
      node('get_weather', `${LANGCHAIN}.toolCode`, 1.3, {
        description: 'The weather of a city',
        jsCode: "return '21 degrees and sunny';",
      }),
    ],
    connections: {
      Webhook: to('Answer'),
      'Small model': to('Answer', 'ai_languageModel'),
      Answer: to('Fail'),
      'Failing model': to('Fail', 'ai_languageModel'),
      Fail: to('Weather'),
      'Agent model': to('Weather', 'ai_languageModel'),
      get_weather: to('Weather', 'ai_tool'),
    },
  },
];
