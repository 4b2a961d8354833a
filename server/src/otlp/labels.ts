// Where a span belongs: its user, agent, release, environment, service and MCP server, and the name of its tool.
// The resource says it for all spans of a process.
import type { Json, Labels, ObservationType } from '#records';
import { OPEN_KEYS } from '#semconv';
import { cutText, MAX_ID_TEXT } from './bounds.ts';
import type { SpanFields } from './span-fields.ts';
import type { Attributes, Span } from './span.ts';

const MAX_LABEL = 256;

const RELEASE = ['service.version'];
const RELEASE_OF_SPAN = [...RELEASE, 'gen_ai.agent.version', ...OPEN_KEYS.release];
const ENVIRONMENT = ['deployment.environment.name', 'deployment.environment'];
const ENVIRONMENT_OF_SPAN = [...ENVIRONMENT, ...OPEN_KEYS.environment];
const TOOL_NAMES = [
  'gen_ai.tool.name',
  'mcp.tool.name',
  'tool.name',
  'tool_name',
  'tool_name_safe',
  'ai.toolCall.name',
  'tool_call.function.name',
];
const MCP_SERVERS = ['mcp.server.name', 'mcp.server', 'mcp_server_name'];

/** The operation that a convention puts before the name of a tool, an agent or a skill. */
const OPERATION =
  /^(?:execute_tool|invoke_agent|create_agent|load_skill|execute_command|tools\/call|prompts\/get|resources\/read) (?=.)/;

const shortName = (name: string): string => name.replace(OPERATION, '');

type OfResource = Pick<Labels, 'release' | 'environment' | 'service'>;

/** Spans of one process share their resource. */
const known = new WeakMap<Attributes, OfResource>();

const labelsOfResource = (resource: Attributes): OfResource => ({
  release: first(resource, RELEASE),
  environment: first(resource, ENVIRONMENT),
  service: textOf(resource.get('service.name')),
});

export function spanLabels(
  { name, attributes, resource }: Span,
  { text }: SpanFields,
  type: ObservationType | 'llm',
  tags: Readonly<Record<string, string>>,
): Labels {
  const shared = known.getOrInsertComputed(resource, labelsOfResource);
  const agent = text.agentName ?? textOf(attributes.get('a2a.agent.name'));
  return {
    userId: cutText(text.userId ?? '', MAX_ID_TEXT),
    agent: cutText(agent === '' && type === 'agent' ? shortName(name) : agent, MAX_LABEL),
    release: cutText(
      shared.release || first(attributes, RELEASE_OF_SPAN) || (tags['release'] ?? ''),
      MAX_LABEL,
    ),
    environment: cutText(
      shared.environment ||
        first(attributes, ENVIRONMENT_OF_SPAN) ||
        (tags['env'] ?? tags['environment'] ?? ''),
      MAX_LABEL,
    ),
    service: cutText(shared.service || textOf(attributes.get('service.name')), MAX_LABEL),
    mcpServer: cutText(mcpServerOf(attributes), MAX_LABEL),
  };
}

/** MCP clients name the address of the server; coding agents have the server in the name of the tool. */
function mcpServerOf(attributes: Attributes): string {
  const named = first(attributes, MCP_SERVERS);
  if (named !== '') return named;
  if (attributes.has('mcp.method.name')) return textOf(attributes.get('server.address'));
  return /^mcp__(.+?)__/.exec(first(attributes, TOOL_NAMES))?.[1] ?? '';
}

/** '' for spans that are no tools. */
export function toolOf({ name, attributes }: Span, type: ObservationType): string {
  if (type !== 'tool') return '';
  return cutText(first(attributes, TOOL_NAMES) || shortName(name), MAX_LABEL);
}

function first(attributes: Attributes, keys: readonly string[]): string {
  for (const key of keys) {
    const value = textOf(attributes.get(key));
    if (value !== '') return value;
  }
  return '';
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');
