// All tools. There is none that approves a step of the gate, makes a key, changes a consent, a budget or a
// policy, or deletes: an agent must not lift its own limits.
import { attentionTools } from './attention.ts';
import { callTools } from './calls.ts';
import { evaluationTools } from './evaluation.ts';
import { figureTools } from './figures.ts';
import { markTools } from './marks.ts';
import { promptTools } from './prompts.ts';
import { traceTools } from './traces.ts';
import type { McpTool, ToolScope } from '../tool.ts';

export const MCP_TOOLS: readonly McpTool[] = [
  ...traceTools,
  ...callTools,
  ...figureTools,
  ...attentionTools,
  ...promptTools,
  ...evaluationTools,
  ...markTools,
];

/** `null`: a key without explicit scopes, which has all of them. */
export const toolsFor = (scopes: readonly string[] | null): readonly McpTool[] =>
  scopes === null ? MCP_TOOLS : MCP_TOOLS.filter(({ scope }) => scopes.includes(scope satisfies ToolScope));
