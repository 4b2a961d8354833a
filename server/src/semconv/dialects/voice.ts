// Frameworks for voice agents. Their spans of speech, transcription and turns stand around model calls.
import type { Dialect } from './dialect.ts';

/** Names the model on spans of speech and of turns too; only spans with an operation are model calls. */
export const LIVEKIT = 'livekit-agents';

export const livekit: Dialect = {
  scope: LIVEKIT,
  fields: {
    sessionId: ['lk.room_sid'],
    // What people said is an input, what the agent said an output, on spans of speech too.
    input: [
      'lk.pii.user_input',
      'lk.pii.user_transcript',
      'lk.pii.function_tool.arguments',
      'lk.pii.chat_ctx',
    ],
    output: ['lk.pii.response.text', 'lk.pii.input_text', 'lk.pii.function_tool.output'],
  },
  content: ['lk.pii.*'],
};

export const pipecat: Dialect = {
  scope: 'pipecat',
  fields: {
    sessionId: ['conversation.id'],
    stream: ['stream'],
    ttftSeconds: ['metrics.ttfb'],
    input: ['input', 'transcript'],
    output: ['output', 'text'],
  },
};

/** The names of attributes that say how a turn of a conversation went. Times are in seconds. */
export const VOICE = {
  operation: 'gen_ai.operation.name',
  livekit: {
    interrupted: 'lk.interrupted',
    firstSound: 'lk.e2e_latency',
    endOfTurn: 'lk.end_of_turn_delay',
    firstToken: 'lk.response.ttft',
    firstByte: 'lk.response.ttfb',
    userText: 'lk.pii.user_transcript',
    agentText: 'lk.pii.response.text',
  },
  realtime: { userText: 'gen_ai.input.messages', outputType: 'gen_ai.output.type' },
  pipecat: {
    interrupted: 'turn.was_interrupted',
    endedByConversation: 'turn.ended_by_conversation_end',
    firstSound: 'turn.user_bot_latency_seconds',
    firstByte: 'metrics.ttfb',
    userText: 'transcript',
    agentText: 'text',
  },
} as const;

/** Spans of which turns are made, by their names without what follows: `realtime_inference gpt-realtime`. */
const VOICE_SPANS: ReadonlySet<string> = new Set([
  'user_turn',
  'user_speaking',
  'agent_turn',
  'agent_speaking',
  'user_speech',
  'realtime_inference',
  'stt',
  'tts',
]);

export const isVoiceSpan = (name: string): boolean => VOICE_SPANS.has(name.split(' ', 1)[0] ?? '');
