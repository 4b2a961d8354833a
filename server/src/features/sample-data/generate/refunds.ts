import type { Json } from '#records';
import { FAST } from './models.ts';
import { Scene, type Sample } from './scene.ts';
import { REFUND_PROMPT, REFUND_TOOL, REFUNDS } from '#services/sample-stories';
import { userOf } from './support-bot.ts';

const TOOL = REFUND_TOOL.name;
const PROBLEM = 'gateway_timeout';
/** Enough for the guardian to call it a loop. */
const STUCK_AFTER = 6;

/** The tool fails once and works the second time. */
export const refund = (sample: Sample, atMs: number): void => refundRun(sample, atMs, 1);

/**
 * The tool never works, and the agent asks for it again and again before it gives up. No model call fails.
 */
export const stuckRefund = (sample: Sample, atMs: number): void => refundRun(sample, atMs, STUCK_AFTER);

function refundRun(sample: Sample, atMs: number, failures: number): void {
  const { random } = sample;
  const role = {
    agent: 'support-bot',
    feature: 'refund',
    user: userOf(sample),
    sessionId: `chat-${random.hex(8)}`,
  };
  const scene = new Scene(sample, role, atMs, true);
  const { wish, amount } = random.one(REFUNDS);
  const order = `W-${random.whole(10_000, 99_999)}`;
  const asked = { order, amount, currency: 'EUR' };
  const said: Json[] = [{ role: 'user', content: `${wish} It is order ${order}.` }];
  const gaveUp = failures >= STUCK_AFTER;
  const { name, used } = REFUND_PROMPT;
  const ask = {
    model: FAST,
    prompt: { name, version: used.version },
    system: used.system,
    tools: [REFUND_TOOL],
    steady: true,
  };
  scene.run((agent) => {
    for (let attempt = 0; attempt < failures + (gaveUp ? 0 : 1); attempt += 1) {
      const id = `call_${random.hex(8)}`;
      scene.ask(
        {
          ...ask,
          promptTokens: random.whole(1_000, 1_200) + attempt * 90,
          completionTokens: 31,
          input: [...said],
          output: '',
          toolCalls: [{ id, name: TOOL, arguments: asked }],
        },
        agent,
      );
      const failed = attempt < failures;
      const result = failed ? { error: PROBLEM, retriable: true } : { refunded: amount, currency: 'EUR' };
      scene.step(
        'tool',
        TOOL,
        failed ? random.whole(4_900, 5_100) : random.whole(300, 900),
        agent,
        {
          'gen_ai.tool.name': TOOL,
          'gen_ai.tool.call.arguments': asked,
          'gen_ai.tool.call.result': result,
        },
        failed ? PROBLEM : null,
      );
      said.push(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: TOOL, arguments: JSON.stringify(asked) } }],
        },
        { role: 'tool', tool_call_id: id, content: JSON.stringify(result) },
      );
    }
    return scene.ask(
      {
        ...ask,
        promptTokens: random.whole(1_300, 1_500) + failures * 90,
        completionTokens: random.whole(40, 70),
        input: [...said],
        output: gaveUp
          ? 'I could not reach the payment system. A colleague refunds you today; you do not have to do anything.'
          : `Done: **${amount.toFixed(2)} EUR** go back to you, the way you paid, within five working days.`,
      },
      agent,
    );
  });
}
