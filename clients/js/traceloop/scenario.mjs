import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

traceloop.initialize({
  appName: 'support',
  instrumentModules: { openAI: OpenAI },
  silenceInitializationMessage: true,
});
const openai = new OpenAI();

await traceloop.withAssociationProperties({ user_id: 'user-7', session_id: 'session-7', plan: 'pro' }, () =>
  traceloop.withWorkflow({ name: 'support' }, async () => {
    await steps.calls(openai);
    await traceloop.withAgent({ name: 'weather-agent' }, async () => {
      const asked = await steps.toolAsked(openai);
      await traceloop.withTool(
        { name: 'get_weather' },
        async () => steps.WEATHER,
        asked.tool_calls[0].function.arguments,
      );
      await steps.toolAnswered(openai, asked);
    });
  }),
);
await traceloop.forceFlush();
