// What every scenario asks the models, with OpenAI's client. The program of a user would look the same.
import { readFileSync } from 'node:fs';

const file = (name) => readFileSync(new URL(`../files/${name}`, import.meta.url));
export const PICTURE = file('picture.png');
export const SOUND = file('sound.wav');
export const DOCUMENT = file('document.pdf');

export const QUESTION = 'What is the capital of France?';
export const WEATHER_QUESTION = 'What is the weather in Paris?';
export const WEATHER = '21 degrees and sunny';

const ask = (content) => [{ role: 'user', content }];
const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

const chat = (model) => (openai) => openai.chat.completions.create({ model, messages: ask(QUESTION) });

export const plain = chat('gpt-4o-mini');
export const reasoned = chat('gpt-5-mini');
export const triedTwice = chat('gpt-4-turbo');
export const otherVendor = chat('qwen-max');

export async function streamed(openai) {
  const stream = await openai.chat.completions.create({
    model: 'gpt-4o',
    messages: ask(QUESTION),
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  return text;
}

export const failed = (openai) =>
  chat('gpt-4.1-nano')(openai).then(
    () => {
      throw new Error('The call should have failed.');
    },
    () => null,
  );

export const embedded = (openai) =>
  openai.embeddings.create({ model: 'text-embedding-3-small', input: QUESTION });

export async function toolAsked(openai) {
  const reply = await openai.chat.completions.create({
    model: 'gpt-4.1',
    messages: ask(WEATHER_QUESTION),
    tools: TOOLS,
  });
  return reply.choices[0].message;
}

export const toolAnswered = (openai, asked) =>
  openai.chat.completions.create({
    model: 'gpt-4.1',
    messages: [
      ...ask(WEATHER_QUESTION),
      asked,
      { role: 'tool', tool_call_id: asked.tool_calls[0].id, content: WEATHER },
    ],
    tools: TOOLS,
  });

/** Everything but the agent, which each client records in its own way. */
export async function calls(openai) {
  await plain(openai);
  await streamed(openai);
  await reasoned(openai);
  await triedTwice(openai);
  await embedded(openai);
  await failed(openai);
  await otherVendor(openai);
}

export const dataUrl = (type, bytes) => `data:${type};base64,${bytes.toString('base64')}`;

/** A picture, a sound and a document in one message. */
export const shown = (openai) =>
  openai.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: ask([
      { type: 'text', text: QUESTION },
      { type: 'image_url', image_url: { url: dataUrl('image/png', PICTURE) } },
      { type: 'input_audio', input_audio: { data: SOUND.toString('base64'), format: 'wav' } },
      {
        type: 'file',
        file: { filename: 'document.pdf', file_data: dataUrl('application/pdf', DOCUMENT) },
      },
    ]),
  });

const source = (media_type, bytes) => ({ type: 'base64', media_type, data: bytes.toString('base64') });

export const shownToAnthropic = (anthropic) =>
  anthropic.messages.create({
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    messages: ask([
      { type: 'text', text: QUESTION },
      { type: 'image', source: source('image/png', PICTURE) },
      { type: 'document', source: source('application/pdf', DOCUMENT) },
    ]),
  });
