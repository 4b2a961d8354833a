// The SDK of this repository, with the real clients and frameworks that it records.
import type { Client, ExpectedCall, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

const { plain, streamed, reasoned, triedTwice, failed, otherVendor, toolAsked, toolAnswered, embedded } =
  standard;
const { anthropic, changed, uncounted } = standard;

const settings = ({ url, apiKey }: Target) => ({ TRACEWELL_URL: url, TRACEWELL_API_KEY: apiKey });
const about = { ...standard.WHO, tags: { plan: 'pro' } };
const below = (above: readonly string[], calls: readonly ExpectedCall[]): ExpectedCall[] =>
  calls.map((call) => ({ ...call, ...about, above }));

/** 1,184 × 1 + 81 × 10 = 1,994 millionths of a dollar; 64 of the 81 tokens are thoughts. */
const google: ExpectedCall = {
  provider: 'google',
  model: 'gemini-2.5-flash',
  promptTokens: 1184,
  completionTokens: 81,
  reasoningTokens: 64,
  costUsd: 0.001994,
  input: standard.QUESTION,
  output: 'Paris is the capital of France.',
};

/** The name that the package gives to each `run`. */
const WORKFLOW = 'Agent workflow';

export const OWN_SDK: readonly Client[] = [
  {
    id: 'tracewell-sdk',
    title: 'Tracewell SDK with the clients of OpenAI, Anthropic and Google (JavaScript)',
    language: { name: 'js' },
    packages: ['openai', '@anthropic-ai/sdk', '@google/genai'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: [
        ...below(
          ['support'],
          [
            plain,
            streamed,
            reasoned,
            triedTwice,
            embedded,
            failed,
            otherVendor,
            changed(plain, { model: 'gpt-4.1' }),
            // Left and cancelled streams have what had come. OpenAI counts only at the end.
            changed(uncounted(streamed), { model: 'gpt-4.1-mini', output: 'Paris' }),
            changed(anthropic, { promptName: 'greeting' }),
            anthropic,
            // 142 × 1 + 1,024 × 0.1 + 256 × 1.25 + 1 × 10 = 574.4: what the first event had counted.
            changed(anthropic, {
              model: 'claude-opus-4-1',
              completionTokens: 1,
              costUsd: 0.0005744,
              output: 'Paris',
            }),
            google,
            google,
          ],
        ),
        ...below(['weather-agent', 'support'], [toolAsked, toolAnswered]),
      ],
      spans: [
        { name: 'support', type: 'span', above: [] },
        { name: 'weather-agent', type: 'agent', above: ['support'] },
        { name: 'get_weather', type: 'tool', above: ['weather-agent', 'support'] },
      ],
      scores: [{ name: 'helpful', value: true, of: 'call' }],
    },
  },
  {
    id: 'tracewell-sdk-ai',
    title: 'Tracewell SDK with AI SDK 7 (JavaScript)',
    language: { name: 'js', folder: 'tracewell-sdk', program: 'ai' },
    packages: ['ai', '@ai-sdk/otel'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: [
        ...below(['step 1', 'invoke_agent gpt-4o-mini', 'support'], [plain]),
        ...below(['step 1', 'invoke_agent gpt-4o', 'support'], [streamed]),
        ...below(['step 1', 'invoke_agent gpt-4.1-nano', 'support'], [failed]),
        ...below(['step 1', 'invoke_agent gpt-4.1', 'support'], [toolAsked]),
        ...below(['step 2', 'invoke_agent gpt-4.1', 'support'], [toolAnswered]),
      ],
      spans: [
        { name: 'support', type: 'span', above: [] },
        {
          name: 'execute_tool get_weather',
          type: 'tool',
          above: ['step 1', 'invoke_agent gpt-4.1', 'support'],
        },
      ],
    },
  },
  {
    id: 'tracewell-sdk-agents',
    title: 'Tracewell SDK with OpenAI Agents (JavaScript)',
    language: { name: 'js', folder: 'tracewell-sdk', program: 'agents' },
    packages: ['@openai/agents'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: [
        ...below(['turn 1', 'plain', WORKFLOW, 'support'], [plain]),
        ...below(['turn 1', 'streamed', WORKFLOW, 'support'], [streamed]),
        ...below(['turn 1', 'reasoned', WORKFLOW, 'support'], [reasoned]),
        ...below(['turn 1', 'weather-agent', WORKFLOW, 'support'], [toolAsked]),
        ...below(['turn 2', 'weather-agent', WORKFLOW, 'support'], [toolAnswered]),
      ],
      spans: [
        { name: 'support', type: 'chain', above: [] },
        { name: 'weather-agent', type: 'agent', above: [WORKFLOW, 'support'] },
        { name: 'get_weather', type: 'tool', above: ['turn 1', 'weather-agent', WORKFLOW, 'support'] },
      ],
    },
  },
];
