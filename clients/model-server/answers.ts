// What the fake models say and count. The figures never change, so every client's result can be worked out by
// hand.

/** OpenAI's way: input includes the cache, output includes reasoning. */
export const OPENAI_INPUT = { total: 1184, cached: 1024 };
export const OUTPUT = { text: 17, toolCall: 22, reasoned: 145, reasoning: 128 };
/** Anthropic's way: three inputs beside each other, 1,422 in all. */
export const ANTHROPIC_INPUT = { uncached: 142, cacheRead: 1024, cacheWrite: 256 };
export const ANTHROPIC_OUTPUT = { text: 19, toolCall: 41 };
/** Google's way: thoughts are not part of the candidates. */
export const GEMINI = { input: 1184, output: 17, thoughts: 64 };
export const EMBEDDING_INPUT = 8;
export const AUDIO = { input: 100, output: 12 };

export const ANSWER = 'Paris is the capital of France.';
export const TOOL = { name: 'get_weather', id: 'call_weather_1', arguments: { city: 'Paris' } };

export interface Fault {
  status: number;
  type: string;
  message: string;
  /** Only the first request of the model fails. */
  once?: true;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'gpt-4.1-nano': {
    status: 400,
    type: 'invalid_request_error',
    message: 'The fake model rejects this request.',
  },
  'gpt-4': { status: 500, type: 'server_error', message: 'The fake model failed.' },
  'gpt-4-turbo': {
    status: 429,
    type: 'rate_limit_error',
    message: 'The fake model is busy once.',
    once: true,
  },
};

/** `seen` is how many requests for the model came before this one. */
export function faultOf(model: string, seen: number): Fault | null {
  const fault = FAULTS[model];
  return fault === undefined || (fault.once && seen > 0) ? null : fault;
}

export interface Reply {
  kind: 'text' | 'tool';
  reasons: boolean;
  audio: boolean;
}

/** A request with tools asks for the tool first, and answers once it has the tool's result. */
export function replyTo(model: string, hasTools: boolean, hasToolResult: boolean): Reply {
  return {
    kind: hasTools && !hasToolResult ? 'tool' : 'text',
    reasons: /^(?:gpt-5|o\d)/.test(model),
    audio: model.includes('audio'),
  };
}
