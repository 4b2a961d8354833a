import { expect, test } from 'vitest';
import type { Json } from '#records';
import { observationType } from './observation-type.ts';
import { readSpan } from './span-fields.ts';
import type { Span } from './span.ts';

function typeOf(name: string, attributes: Record<string, Json> = {}): string {
  const span = {
    name,
    attributes: new Map(Object.entries(attributes)),
    scope: { name: '', version: '' },
  } as unknown as Span;
  return observationType(span, readSpan(span));
}

test.for([
  ['tool', { 'openinference.span.kind': 'TOOL', 'gen_ai.operation.name': 'chat' }],
  ['retriever', { 'openinference.span.kind': 'RERANKER' }],
  ['span', { 'langfuse.observation.type': 'generation' }],
  ['evaluator', { 'langfuse.observation.type': 'evaluator' }],
  ['agent', { 'mastra.span.type': 'agent_run' }],
  ['tool', { 'lmnr.span.type': 'TOOL' }],
  ['embedding', { 'genkit:metadata:subtype': 'embedder' }],
  ['tool', { 'ai.operationId': 'ai.toolCall' }],
  ['tool', { 'gen_ai.operation.name': 'execute_tool', 'traceloop.span.kind': 'task' }],
  ['chain', { 'traceloop.span.kind': 'workflow' }],
  ['retriever', { 'gen_ai.operation.name': 'search_memory' }],
  ['db', { 'db.system': 'qdrant', 'http.request.method': 'POST' }],
  ['http', { 'http.route': '/agent' }],
  ['messaging', { 'messaging.system': 'kafka' }],
  ['tool', { 'mcp.method.name': 'tools/call' }],
  ['agent', { 'openinference.span.kind': 'UNKNOWN', 'gen_ai.operation.name': 'invoke_agent' }],
] as [string, Record<string, Json>][])('%s from %j', ([type, attributes]) => {
  expect(typeOf('some work', attributes)).toBe(type);
});

test.for([
  ['POST /agent/answer', 'http'],
  ['GET', 'http'],
  ['execute_tool search', 'tool'],
  ['invoke_agent weather', 'agent'],
  ['guardrail pii', 'guardrail'],
  ['embed query', 'embedding'],
  ['kb-search', 'retriever'],
  ['get_weather.tool', 'tool'],
  ['weather_agent', 'agent'],
  ['middleware - jsonParser', 'http'],
  ['pg.query:SELECT postgres', 'db'],
  ['SELECT cities', 'db'],
  ['chat gpt-4o', 'span'],
  ['rag pipeline', 'retriever'],
  ['pipeline', 'chain'],
  ['fs readFileSync', 'function'],
  ['charge card', 'span'],
] as const)('%s is %s by its name', ([name, type]) => {
  expect(typeOf(name)).toBe(type);
});

test.for([
  ['workflow.execute', undefined, 'chain'],
  ['node.execute', '@n8n/n8n-nodes-langchain.agent', 'agent'],
  ['node.execute', '@n8n/n8n-nodes-langchain.agentTool', 'tool'],
  ['node.execute', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 'span'],
  ['node.execute', '@n8n/n8n-nodes-langchain.embeddingsOpenAi', 'embedding'],
  ['node.execute', '@n8n/n8n-nodes-langchain.vectorStoreQdrant', 'retriever'],
  ['node.execute', '@n8n/n8n-nodes-langchain.toolWorkflow', 'tool'],
  ['node.execute', '@n8n/n8n-nodes-langchain.mcpClientTool', 'tool'],
  ['node.execute', '@n8n/n8n-nodes-langchain.chainLlm', 'chain'],
  ['node.execute', '@n8n/n8n-nodes-langchain.guardrails', 'guardrail'],
  ['node.execute', 'n8n-nodes-base.executeWorkflow', 'chain'],
  ['node.execute', 'n8n-nodes-base.httpRequest', 'http'],
  ['node.execute', 'n8n-nodes-base.postgres', 'db'],
  ['node.execute', 'n8n-nodes-base.kafkaTrigger', 'messaging'],
  ['node.execute', 'n8n-nodes-base.code', 'function'],
  ['node.execute', 'n8n-nodes-base.set', 'span'],
] as [string, string | undefined, string][])('n8n: %s of %s is %s', ([name, node, type]) => {
  expect(typeOf(name, node === undefined ? {} : { 'n8n.node.type': node })).toBe(type);
});
