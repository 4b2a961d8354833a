import { AnthropicInstrumentation } from '@arizeai/openinference-instrumentation-anthropic';
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { register, traceChain } from '@arizeai/phoenix-otel';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const provider = register({ projectName: 'support' });
const instrumentations = [
  [new OpenAIInstrumentation(), OpenAI],
  [new AnthropicInstrumentation(), Anthropic],
];
for (const [instrumentation, vendor] of instrumentations) {
  instrumentation.setTracerProvider(provider);
  instrumentation.manuallyInstrument(vendor);
}
const support = traceChain(
  async () => {
    await steps.shown(new OpenAI());
    await steps.shownToAnthropic(new Anthropic());
  },
  { name: 'support' },
);
await support(steps.QUESTION);
await provider.forceFlush();
await provider.shutdown();
