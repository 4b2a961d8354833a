import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

traceloop.initialize({
  appName: 'support',
  instrumentModules: { openAI: OpenAI },
  silenceInitializationMessage: true,
});
await traceloop.withWorkflow({ name: 'support' }, () => steps.shown(new OpenAI()));
await traceloop.forceFlush();
