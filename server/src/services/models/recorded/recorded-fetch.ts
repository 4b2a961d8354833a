// Answers requests for chat completions from the recordings of the sample data, inside the process: nothing is
// sent. It uses the protocol of a real server, so that callers need no special case.
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '#lib/is-object';
import {
  RECORDED_MODELS,
  recordedAnswer,
  type RecordedMessage,
  type RecordedReply,
} from '#services/sample-stories';
import { NOT_RECORDED } from './not-recorded.ts';

const CHARS_PER_TOKEN = 4;
/** Words that arrive together. */
const WORDS_AT_ONCE = 4;
const PAUSE_MS = 12;

export const recordedFetch: typeof fetch = async (_address, init) => {
  const body = readBody(init?.body);
  const { model, messages, isStream, characters } = body;
  const reply = recordedAnswer(model, messages);
  await pause(RECORDED_MODELS.find(({ name }) => name === model)?.firstTokenMs ?? 0, init?.signal);
  if (!reply)
    return Response.json(
      { error: { code: NOT_RECORDED.code, message: NOT_RECORDED.message } },
      { status: 422 },
    );
  const answer = answerOf(reply, model, messages.length, characters);
  return isStream
    ? new Response(streamed(answer, init?.signal), { headers: { 'content-type': 'text/event-stream' } })
    : Response.json(whole(answer));
};

interface AskedBody {
  model: string;
  messages: RecordedMessage[];
  isStream: boolean;
  /** Everything that a vendor would bill as input. */
  characters: number;
}

function readBody(sent: unknown): AskedBody {
  const text = typeof sent === 'string' ? sent : '{}';
  const value: unknown = JSON.parse(text);
  const given = isObject(value) ? value : {};
  const list = Array.isArray(given['messages']) ? given['messages'].filter(isObject) : [];
  return {
    model: wordsOf(given['model']),
    messages: list.map(({ role, content }) => ({ role: wordsOf(role), text: textOf(content) })),
    isStream: given['stream'] === true,
    characters: JSON.stringify([given['messages'], given['tools']]).length,
  };
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isObject(part) ? wordsOf(part['text']) : '')).join('');
}

interface MadeAnswer {
  id: string;
  model: string;
  text: string;
  toolCalls: object[];
  finish: 'stop' | 'tool_calls';
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

function answerOf(
  { text, toolCall }: RecordedReply,
  model: string,
  messageCount: number,
  characters: number,
): MadeAnswer {
  const args = toolCall ? JSON.stringify(toolCall.arguments) : '';
  const input = Math.ceil(characters / CHARS_PER_TOKEN);
  const output = Math.ceil((text.length + args.length + (toolCall?.name.length ?? 0)) / CHARS_PER_TOKEN);
  return {
    id: 'recorded',
    model,
    text,
    // Unique within the conversation, and always the same.
    toolCalls: toolCall
      ? [
          {
            index: 0,
            id: `call_recorded_${messageCount}`,
            type: 'function',
            function: { name: toolCall.name, arguments: args },
          },
        ]
      : [],
    finish: toolCall ? 'tool_calls' : 'stop',
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

const whole = ({ id, model, text, toolCalls, finish, usage }: MadeAnswer) => ({
  id,
  object: 'chat.completion',
  created: 0,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: text,
        ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
      },
      finish_reason: finish,
    },
  ],
  usage,
});

function streamed(answer: MadeAnswer, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const { id, model, toolCalls, finish, usage } = answer;
  const chunk = (delta: object, finishReason: string | null = null) => ({
    id,
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(answer.text).map((content) => chunk({ content })),
    ...toolCalls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, finish),
    { ...chunk({}), choices: [], usage },
  ];
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: async (controller) => {
      try {
        for (const each of chunks) {
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(each)}\n\n`));
          await pause(PAUSE_MS, signal);
        }
        controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
}

/** Cuts the text into pieces. */
function pieces(text: string): string[] {
  const words = text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];
  const made: string[] = [];
  for (let at = 0; at < words.length; at += WORDS_AT_ONCE)
    made.push(words.slice(at, at + WORDS_AT_ONCE).join(''));
  return made;
}

const pause = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {});
