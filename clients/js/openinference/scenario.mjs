import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import {
  register,
  setMetadata,
  setSession,
  setTags,
  setUser,
  traceAgent,
  traceChain,
  traceTool,
} from '@arizeai/phoenix-otel';
import { context } from '@opentelemetry/api';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const provider = register({ projectName: 'support' });
const instrumentation = new OpenAIInstrumentation();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(OpenAI);

const openai = new OpenAI();
const getWeather = traceTool(async () => steps.WEATHER, { name: 'get_weather' });
const weatherAgent = traceAgent(
  async () => {
    const asked = await steps.toolAsked(openai);
    await getWeather(asked.tool_calls[0].function.arguments);
    await steps.toolAnswered(openai, asked);
    return steps.WEATHER;
  },
  { name: 'weather-agent' },
);
const support = traceChain(
  async () => {
    await steps.calls(openai);
    return weatherAgent(steps.WEATHER_QUESTION);
  },
  { name: 'support' },
);

const about = [
  (current) => setUser(current, { userId: 'user-7' }),
  (current) => setSession(current, { sessionId: 'session-7' }),
  (current) => setTags(current, ['beta']),
  (current) => setMetadata(current, { plan: 'pro' }),
].reduce((current, set) => set(current), context.active());
await context.with(about, () => support(steps.QUESTION));
await provider.forceFlush();
await provider.shutdown();
