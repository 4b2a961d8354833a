// What n8n sends about a workflow with an agent. n8n itself is not installed: the spans of the workflow, its node, the agent and
// the tool follow its source, and its agents call models with the AI SDK and its older telemetry, as here.
import { createOpenAI } from '@ai-sdk/openai';
import { LegacyOpenTelemetry } from '@ai-sdk/otel';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, isStepCount, registerTelemetry, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'n8n',
    'service.version': '2.41.3',
    'n8n.instance.id': 'instance-7',
    'n8n.instance.role': 'main',
  }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const workflows = trace.getTracer('n8n-workflow');
const agents = trace.getTracer('@n8n/agents');
registerTelemetry(new LegacyOpenTelemetry({ tracer: agents }));
const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });

const within = (tracer, name, attributes, work) =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } finally {
      span.end();
    }
  });

const getWeather = tool({
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: (input) =>
    within(
      agents,
      'execute_tool get_weather',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.agent.name': 'weather-agent',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.arguments': JSON.stringify(input),
      },
      async () => steps.WEATHER,
    ),
});

const agent = (name, model, more) =>
  within(
    agents,
    `${name}.generate`,
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'gen_ai.request.model': `openai/${model}`,
      'gen_ai.conversation.id': 'session-7',
    },
    () =>
      generateText({
        model: openai.chat(model),
        stopWhen: (isStepCount ?? stepCountIs)(3),
        telemetry: { functionId: name, recordInputs: true, recordOutputs: true },
        ...more,
      }),
  );

const node = (name, type, work) =>
  within(
    workflows,
    'node.execute',
    { 'n8n.node.id': name, 'n8n.node.name': name, 'n8n.node.type': type, 'n8n.node.items.input': 1 },
    work,
  );

const workflow = {
  'n8n.workflow.id': 'workflow-7',
  'n8n.workflow.name': 'support',
  'n8n.workflow.node_count': 3,
  'n8n.execution.id': 'execution-7',
  'n8n.execution.mode': 'webhook',
  'n8n.execution.status': 'success',
};
await within(workflows, 'workflow.execute', workflow, async () => {
  await node('Webhook', 'n8n-nodes-base.webhook', async () => undefined);
  const type = '@n8n/n8n-nodes-langchain.agent';
  await node('Answer', type, () => agent('answer-agent', 'gpt-4o-mini', { prompt: steps.QUESTION }));
  await node('Weather', type, () =>
    agent('weather-agent', 'gpt-4.1', { prompt: steps.WEATHER_QUESTION, tools: { get_weather: getWeather } }),
  );
});
await provider.forceFlush();
await provider.shutdown();
