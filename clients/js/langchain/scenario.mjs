import { awaitAllCallbacks } from '@langchain/core/callbacks/promises';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { RunnableLambda } from '@langchain/core/runnables';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const chat = (model, more = {}) => new ChatOpenAI({ model, useResponsesApi: false, maxRetries: 0, ...more });
const about = { tags: ['beta'], metadata: { user_id: 'user-7', thread_id: 'session-7', plan: 'pro' } };

const prompt = ChatPromptTemplate.fromMessages([['human', '{question}']]);
const chain = (model) => prompt.pipe(model).pipe(new StringOutputParser());
const question = { question: steps.QUESTION };

await chain(chat('gpt-4o-mini')).invoke(question, { ...about, runName: 'support' });
const stream = await chain(chat('gpt-4o')).stream(question, { ...about, runName: 'support' });
for await (const piece of stream) void piece;
await chat('gpt-5-mini').invoke(steps.QUESTION, about);
await chat('qwen-max').invoke(steps.QUESTION, about);
await chat('gpt-4.1-nano')
  .invoke(steps.QUESTION, about)
  .then(
    () => {
      throw new Error('The call should have failed.');
    },
    () => null,
  );

const getWeather = tool(async () => steps.WEATHER, {
  name: 'get_weather',
  description: 'The weather of a city',
  schema: z.object({ city: z.string() }),
});
const weatherAgent = RunnableLambda.from(async (input, config) => {
  const model = chat('gpt-4.1').bindTools([getWeather]);
  const asked = await model.invoke(input, config);
  const result = await getWeather.invoke(asked.tool_calls[0], config);
  return model.invoke([{ role: 'user', content: input }, asked, result], config);
}).withConfig({ runName: 'weather-agent' });
await weatherAgent.invoke(steps.WEATHER_QUESTION, about);
await awaitAllCallbacks();
