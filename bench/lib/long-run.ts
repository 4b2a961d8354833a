// A run of a coding agent: each turn reads a file, and sends the whole history again.
import { exportOf, plain, type SampleSpan } from '../../server/test/support/sample-spans.ts';
import { prose, random } from '../ingest/made-up.ts';

export interface LongRun {
  traceId: string;
  spans: SampleSpan[];
}

const TURN_MS = 4_000;
/** Short, so that a history of 300 turns is stored whole. */
const RESULT_CHARS = 120;

export function longRun(traceId: string, turns: number, startMs: number): LongRun {
  const r = random(turns);
  const session = { 'session.id': `session-${traceId.slice(0, 4)}` };
  const within = (span: SampleSpan, durationMs: number, parentSpanId?: string): SampleSpan => ({
    ...span,
    traceId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    endTimeUnixNano: String(BigInt(span.startTimeUnixNano) + BigInt(durationMs) * 1_000_000n),
  });
  const root = within(
    plain(
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'coder', 'user.id': 'ada', ...session },
      'invoke_agent coder',
      startMs,
    ),
    turns * TURN_MS,
  );
  const history: object[] = [
    {
      role: 'user',
      parts: [{ type: 'text', content: `Find out why the nightly import is slow. ${prose(r, 200)}` }],
    },
  ];
  const spans = [root];
  for (let turn = 0; turn < turns; turn += 1) {
    const at = startMs + turn * TURN_MS;
    const path = `src/import/step-${turn}.ts`;
    const isLast = turn === turns - 1;
    const answer = {
      role: 'assistant',
      parts: isLast
        ? [{ type: 'text', content: `The import reads every file twice. ${prose(r, 400)}` }]
        : [{ type: 'tool_call', id: `call_${turn}`, name: 'read_file', arguments: { path } }],
    };
    spans.push(
      within(
        plain(
          {
            'gen_ai.operation.name': 'chat',
            'gen_ai.provider.name': 'anthropic',
            'gen_ai.request.model': 'claude-sonnet-4-5',
            'gen_ai.usage.input_tokens': 900 + turn * 450,
            'gen_ai.usage.output_tokens': 90,
            'gen_ai.system_instructions': JSON.stringify([
              { type: 'text', content: `You are a careful engineer. ${prose(random(1), 1_500)}` },
            ]),
            'gen_ai.input.messages': JSON.stringify(history),
            'gen_ai.output.messages': JSON.stringify([answer]),
          },
          'chat claude-sonnet-4-5',
          at,
        ),
        2_500,
        root.spanId,
      ),
    );
    if (isLast) break;
    const result = `// ${path}\n${prose(r, RESULT_CHARS)}`;
    spans.push(
      within(
        plain(
          {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'read_file',
            'gen_ai.tool.call.arguments': JSON.stringify({ path }),
            'gen_ai.tool.call.result': result,
          },
          'execute_tool read_file',
          at + 2_600,
        ),
        400,
        root.spanId,
      ),
    );
    history.push(answer, {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: `call_${turn}`, response: result }],
    });
  }
  return { traceId, spans };
}

/** In requests of a few spans: the last ones are large. */
export async function sendRun(url: string, key: string, { spans }: LongRun): Promise<void> {
  for (let at = 0; at < spans.length; at += 20) {
    const reply = await fetch(`${url}/otel/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(exportOf(spans.slice(at, at + 20))),
    });
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  }
}
