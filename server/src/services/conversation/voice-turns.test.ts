// Turns of a call that LiveKit Agents and Pipecat recorded, and of spans in the words of the conventions.
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '#records';
import { decodeJson, mapTraces } from '#otlp';
import { decodeFixture, otlpFixtures } from '#test/support/otlp-fixtures';
import { exportOf, plain } from '#test/support/sample-spans';
import { voiceTurnsOf, type VoiceTurn } from './voice-turns.ts';

function recorded(name: string): StoredRecord[] {
  const fixture = otlpFixtures().find((one) => one.name === name);
  const decoded = fixture && decodeFixture(fixture);
  if (!decoded?.ok) throw new Error(name);
  return mapTraces(decoded.spans, { providers: ['openai'], nowMs: 0, door: 'open' }).records;
}

/** Seconds since the first turn. */
const briefly = (turns: readonly VoiceTurn[]): string[] => {
  const [first] = turns;
  const second = (ms: number) => ((ms - (first?.startMs ?? 0)) / 1_000).toFixed(1);
  return turns.map(({ who, startMs, endMs, text, firstSoundMs, interrupted, interruptedBy }) => {
    const by = turns.findIndex(({ id }) => id === interruptedBy);
    return [
      `${second(startMs)}-${endMs === null ? '?' : second(endMs)} ${who}: ${text?.slice(0, 24)}`,
      ...(firstSoundMs === null ? [] : [`after ${(firstSoundMs / 1_000).toFixed(1)} s`]),
      ...(interrupted ? [`interrupted by ${turns[by]?.text?.slice(0, 4)}`] : []),
    ].join(', ');
  });
};

describe('turns of a call', () => {
  it('of LiveKit Agents', () => {
    const turns = voiceTurnsOf(recorded('livekit-agents/01'));
    expect(briefly(turns)).toMatchInlineSnapshot(`
      [
        "0.0-1.2 user: Where is my order eleven",
        "2.6-5.0 agent: Your order left the shop, after 1.4 s",
        "5.6-6.6 user: Can you send it to my of",
        "7.5-10.2 agent: I can do that. I will ch, after 0.9 s, interrupted by Stop",
        "9.6-10.8 user: Stop, that is the wrong ",
        "11.4-12.3 agent: Sorry. Which street is i, after 0.7 s",
        "15.4-16.0 user: Thanks, bye.",
        "16.6-17.3 agent: Goodbye!, after 0.6 s",
      ]
    `);
    expect(turns[1]?.stages).toMatchInlineSnapshot(`
      {
        "endOfTurnMs": 591,
        "modelMs": 555,
        "speechMs": 192,
      }
    `);
  });

  it('of Pipecat', () => {
    const turns = voiceTurnsOf(recorded('pipecat/01'));
    expect(briefly(turns)).toMatchInlineSnapshot(`
      [
        "0.0-1.2 user: Where is my order eleven",
        "3.1-? agent: Your order left the shop, after 1.9 s",
        "5.7-6.7 user: Can you send it to my of",
        "8.0-9.8 agent: I can do that. I will ch, after 1.3 s, interrupted by Stop",
        "9.7-10.9 user: Stop, that is the wrong ",
        "12.2-? agent: Sorry. Which street is i, after 1.3 s",
        "15.7-16.3 user: Thanks, bye.",
        "17.6-? agent: Goodbye!, after 1.2 s",
      ]
    `);
    expect(turns[1]?.stages).toMatchInlineSnapshot(`
      {
        "endOfTurnMs": 689,
        "modelMs": 256,
        "speechMs": 247,
      }
    `);
  });

  it('in the words of the conventions: a barge-in interrupts what the model says', () => {
    const start = 1_800_000_000_000;
    const span = (name: string, from: number, to: number, attributes: Record<string, string | number>) => ({
      ...plain({ 'gen_ai.provider.name': 'openai', ...attributes }, name, start + from),
      traceId: 'a'.repeat(32),
      endTimeUnixNano: `${start + to}000000`,
    });
    const said = (role: string, content: string) =>
      JSON.stringify([{ role, parts: [{ type: 'transcription', content }] }]);
    const heard = (from: number, to: number, text: string) =>
      span('user_speech', from, to, {
        'gen_ai.operation.name': 'user_speech',
        'gen_ai.input.messages': said('user', text),
      });
    const answers = (from: number, to: number, text: string) =>
      span('realtime_inference gpt-realtime', from, to, {
        'gen_ai.operation.name': 'realtime_inference',
        'gen_ai.request.model': 'gpt-realtime',
        'gen_ai.output.type': 'speech',
        'gen_ai.response.time_to_first_chunk': 0.3,
        'gen_ai.output.messages': said('assistant', text),
      });
    const decoded = decodeJson(
      Buffer.from(
        JSON.stringify(
          exportOf([
            heard(0, 1_000, 'Where is it?'),
            answers(1_100, 4_000, 'It is on its way to'),
            heard(3_000, 4_500, 'To my office, please.'),
            answers(4_600, 6_000, 'I changed it.'),
          ]),
        ),
      ),
    );
    if (!decoded.ok) throw new Error(decoded.message);
    const { records } = mapTraces(decoded.spans, { providers: ['openai'], nowMs: 0, door: 'open' });
    expect(records.map(({ kind }) => kind)).toEqual(['observation', 'call', 'observation', 'call']);
    expect(briefly(voiceTurnsOf(records))).toEqual([
      '0.0-1.0 user: Where is it?',
      '1.4-4.0 agent: It is on its way to, after 0.4 s, interrupted by To m',
      '3.0-4.5 user: To my office, please.',
      '4.9-6.0 agent: I changed it., after 0.4 s',
    ]);
  });

  it('of a run without speech are none', () => {
    expect(voiceTurnsOf(recorded('vercel-ai/01'))).toEqual([]);
  });
});
