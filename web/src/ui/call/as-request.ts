// The request of a call in the form of OpenAI's chat API, which most providers and local servers accept, to
// run it again.
import { conversationOf, requestParameters, type Message, type MessagePart } from '@tracewell/sdk/reading';
import { metaOf } from './meta.ts';
import type { CallData } from './types.ts';

type Json = Record<string, unknown>;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

const contentPart = (part: MessagePart): Json[] => {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }];
  if (part.kind === 'json') return [{ type: 'text', text: asText(part.value) }];
  if (part.kind !== 'media' || part.url === undefined) return [];
  const [, format, data] = /^data:audio\/(\w+);base64,(.*)$/s.exec(part.url) ?? [];
  if (format !== undefined) return [{ type: 'input_audio', input_audio: { data, format } }];
  return [{ type: 'image_url', image_url: { url: part.url } }];
};

/** A message with tool results becomes one message for each result. Reasoning cannot be sent back. */
function messagesIn({ role, parts }: Message): Json[] {
  const results = parts.flatMap((part): Json[] =>
    part.kind === 'toolResult'
      ? [{ role: 'tool', tool_call_id: part.id ?? '', content: asText(part.result) }]
      : [],
  );
  const calls = parts.flatMap((part, at): Json[] =>
    part.kind === 'toolCall'
      ? [
          {
            id: part.id ?? `call_${at}`,
            type: 'function',
            function: { name: part.name ?? '', arguments: asText(part.input ?? {}) },
          },
        ]
      : [],
  );
  const said = parts.flatMap(contentPart);
  if (said.length + calls.length === 0) return results.length > 0 ? results : [{ role, content: '' }];
  const onlyText = said.every(({ type }) => type === 'text');
  const content = onlyText ? said.map(({ text }) => text).join('\n') : said;
  return [
    ...results,
    {
      role,
      content: said.length === 0 ? null : content,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}

export function requestOf(call: CallData): Json {
  const parameters = requestParameters(metaOf(call)).map(([name, value]) => [
    name,
    Number.isNaN(Number(value)) ? value : Number(value),
  ]);
  return {
    model: call.model,
    messages: conversationOf(call).input.flatMap(messagesIn),
    ...Object.fromEntries(parameters),
  };
}

/** Providers with such an API; for others the URL is a variable. */
const HOSTS: Readonly<Record<string, readonly [url: string, key: string]>> = {
  openai: ['https://api.openai.com/v1', 'OPENAI_API_KEY'],
  anthropic: ['https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  google: ['https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'],
  mistral: ['https://api.mistral.ai/v1', 'MISTRAL_API_KEY'],
  deepseek: ['https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'],
  groq: ['https://api.groq.com/openai/v1', 'GROQ_API_KEY'],
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function callAsCurl(call: CallData): string {
  const [url, key] = (Object.hasOwn(HOSTS, call.provider) ? HOSTS[call.provider] : null) ?? [
    '$BASE_URL',
    'API_KEY',
  ];
  return [
    `curl "${url}/chat/completions"`,
    `-H "Authorization: Bearer $${key}"`,
    `-H "Content-Type: application/json"`,
    `-d ${quoted(JSON.stringify(requestOf(call), null, 2))}`,
  ].join(' \\\n  ');
}
