import { randomUUID } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import { Client } from 'langsmith';
import { traceable } from 'langsmith/traceable';
import { wrapOpenAI } from 'langsmith/wrappers';
import { wrapAnthropic } from 'langsmith/wrappers/anthropic';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const client = new Client();
const openai = wrapOpenAI(new OpenAI(), { client });
const anthropic = wrapAnthropic(new Anthropic(), { client });
const rootId = randomUUID();

const getWeather = traceable(async () => steps.WEATHER, { name: 'get_weather', run_type: 'tool', client });

const weatherAgent = traceable(
  async (question) => {
    const asked = await steps.toolAsked(openai);
    await getWeather(asked.tool_calls[0].function.arguments);
    const answer = await steps.toolAnswered(openai, asked);
    return `${question} ${answer.choices[0].message.content}`;
  },
  { name: 'weather-agent', run_type: 'chain', client },
);

const support = traceable(
  async (question) => {
    await steps.calls(openai);
    await anthropic.messages.create({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: steps.QUESTION }],
    });
    await weatherAgent(steps.WEATHER_QUESTION);
    return `answered: ${question}`;
  },
  {
    name: 'support',
    run_type: 'chain',
    id: rootId,
    client,
    tags: ['beta'],
    metadata: { user_id: 'user-7', session_id: 'session-7', plan: 'pro' },
  },
);

await support(steps.QUESTION);
await client.awaitPendingTraceBatches();
await client.createFeedback(rootId, 'helpful', { score: 1, comment: 'It was.' });
await client.awaitPendingTraceBatches();
