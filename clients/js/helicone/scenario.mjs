import { HeliconeManualLogger } from '@helicone/helpers';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const helicone = new HeliconeManualLogger({
  apiKey: process.env.HELICONE_API_KEY,
  loggingEndpoint: process.env.HELICONE_LOGGING_ENDPOINT,
});
const openai = new OpenAI({ maxRetries: 0 });
const messages = [{ role: 'user', content: steps.QUESTION }];
const headers = {
  'Helicone-User-Id': 'user-7',
  'Helicone-Session-Id': 'session-7',
  'Helicone-Session-Name': 'support',
  'Helicone-Property-Plan': 'pro',
};

const logged = (request, provider) =>
  helicone.logRequest(
    request,
    async (recorder) => {
      const reply = await openai.chat.completions.create(request);
      recorder.appendResults(reply);
      return reply;
    },
    headers,
    provider,
  );

await logged({ model: 'gpt-4o-mini', messages }, 'openai');
await logged({ model: 'gpt-5-mini', messages });
await logged({ model: 'qwen-max', messages });

const request = { model: 'gpt-4o', messages, stream: true, stream_options: { include_usage: true } };
await helicone.logStream(
  request,
  async (recorder) => {
    const stream = await openai.chat.completions.create(request);
    recorder.attachStream(stream.toReadableStream());
  },
  headers,
);

const failing = { model: 'gpt-4.1-nano', messages };
const builder = helicone.logBuilder(failing, headers);
try {
  builder.setResponse(JSON.stringify(await openai.chat.completions.create(failing)));
} catch (error) {
  builder.setError(error);
}
await builder.sendLog();

const asking = {
  model: 'gpt-4.1',
  messages: [{ role: 'user', content: steps.WEATHER_QUESTION }],
  tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
};
const asked = await openai.chat.completions.create(asking);
await helicone.logSingleRequest(asking, JSON.stringify(asked), { additionalHeaders: headers, latencyMs: 40 });

const embedding = { model: 'text-embedding-3-small', input: steps.QUESTION };
await helicone.logRequest(
  embedding,
  async (recorder) => recorder.appendResults(await openai.embeddings.create(embedding)),
  headers,
);
