// Lines that fetch a prompt. The key is left out on purpose.
import type { PromptData } from './types.ts';
import { variableText } from './versions/messages.ts';
import { placeholdersIn } from './versions/template-text.tsx';

export const SNIPPET_LANGUAGES = ['typescript', 'python', 'langfuse', 'curl'] as const;
type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

type SnippetPrompt = Pick<PromptData, 'name' | 'type' | 'template' | 'messages'>;

const KEY = 'twl_…';
/** JSON texts are also texts in TypeScript and Python. */
const quoted = (text: string): string => JSON.stringify(text);
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

function pairs(names: readonly string[], of: (name: string) => string): string {
  return names.map(of).join(', ');
}

export function promptSnippets(
  prompt: SnippetPrompt,
  label: string,
  url: string,
): Record<SnippetLanguage, string> {
  const { name, type, messages } = prompt;
  const variables = placeholdersIn(variableText(prompt));
  const places = [
    ...new Set(messages?.flatMap((message) => ('role' in message ? [] : [message.name])) ?? []),
  ];
  const values = pairs(variables, (each) => `${isName(each) ? each : quoted(each)}: '…'`);
  const inserted = pairs(places, (each) => `${isName(each) ? each : quoted(each)}: []`);
  const given = [...(values || inserted ? [`{ ${values} }`] : []), ...(inserted ? [`{ ${inserted} }`] : [])]
    .join(', ')
    .replaceAll('{  }', '{}');
  const filled = `{${[...variables.map((each) => `${quoted(each)}: "…"`), ...places.map((each) => `${quoted(each)}: []`)].join(', ')}}`;
  const query = new URLSearchParams({ name, label }).toString().replaceAll('+', '%20');
  return {
    typescript: `import { tracewell } from '@tracewell/sdk/tracing';

const tw = tracewell({ url: ${quoted(url)}, apiKey: '${KEY}' });
const prompt = await tw.prompts.get(${quoted(name)}, { label: ${quoted(label)} });
await tw.with({ prompt: prompt.link }, () => ask(prompt.${type === 'chat' ? 'messages' : 'compile'}(${given})));`,
    python: `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({"name": ${quoted(name)}, "label": ${quoted(label)}})
request = urllib.request.Request(
    f"${url}/v1/prompts/resolve?{query}", headers={"Authorization": "Bearer ${KEY}"})
prompt = json.load(urllib.request.urlopen(request))["prompt"]
print(prompt["version"], prompt["${type === 'chat' ? 'messages' : 'template'}"])`,
    langfuse: `from langfuse import Langfuse

langfuse = Langfuse(public_key="pk-lf-tracewell", secret_key="${KEY}", host="${url}")
prompt = langfuse.get_prompt(${quoted(name)}, label=${quoted(label)}, type="${type}")
${type === 'chat' ? 'messages' : 'text'} = prompt.compile(${filled === '{}' ? '' : `**${filled}`})`,
    curl: `curl -fsS '${url}/v1/prompts/resolve?${query}' \\
  -H 'Authorization: Bearer ${KEY}'`,
  };
}
