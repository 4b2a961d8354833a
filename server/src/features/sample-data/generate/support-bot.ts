import { SECOND_MS } from '#lib/clock';
import type { Json } from '#records';
import { isLastDay } from './calendar.ts';
import { FAST, FLASH } from './models.ts';
import { Scene, type Sample } from './scene.ts';
import { DIALOGUES, SUPPORT_SYSTEM, TICKETS, TRIAGE_SYSTEM } from '#services/sample-stories';

const AGENT = 'support-bot';

export const userOf = ({ random }: Sample): string => `user-${String(random.whole(1, 36)).padStart(3, '0')}`;

/** The turns of one visitor; each call contains the conversation so far. */
export function conversation(sample: Sample, atMs: number): void {
  const { random } = sample;
  const role = { agent: AGENT, feature: 'chat', user: userOf(sample), sessionId: `chat-${random.hex(8)}` };
  const scene = new Scene(sample, role, atMs, false);
  const model = random.chance(0.75) ? FAST : FLASH;
  const said: Json[] = [];
  for (const [asked, answered] of random.one(DIALOGUES).turns) {
    said.push({ role: 'user', content: asked });
    const went = scene.ask({
      model,
      promptTokens: Math.round(random.skewed(900, 0.25)) + said.length * 140,
      completionTokens: Math.round(random.skewed(120, 0.4)),
      prompt: { name: 'support-reply', version: '7' },
      system: SUPPORT_SYSTEM,
      input: [...said],
      output: answered,
    });
    if (!went) return;
    said.push({ role: 'assistant', content: answered });
    scene.atMs += Math.round(random.between(15, 90) * SECOND_MS);
  }
}

const WORDY = 0.85;

/** Assigns a ticket to a queue: one short call. */
export function triage(sample: Sample, atMs: number): void {
  const { random } = sample;
  const role = { agent: AGENT, feature: 'triage', user: userOf(sample), sessionId: null };
  const at = random.whole(0, TICKETS.length - 1);
  const [text, queue] = TICKETS[at] ?? TICKETS[0];
  // The newest release answers in sentences, which the shop's program cannot read.
  const isWordy = isLastDay(atMs, sample.nowMs) && random.chance(WORDY);
  new Scene(sample, role, atMs, false).ask({
    model: FAST,
    promptTokens: Math.round(random.skewed(420, 0.2)),
    completionTokens: random.whole(6, 14),
    prompt: { name: 'ticket-triage', version: '3' },
    system: TRIAGE_SYSTEM,
    input: [{ role: 'user', content: text }],
    output: isWordy ? `This is one for the ${queue} team.` : JSON.stringify({ queue }),
    tags: { ticket: `ticket-${at + 1}` },
  });
}

/** A question about an order: checked, looked up, answered. */
export function orderQuestion(sample: Sample, atMs: number): void {
  const { random } = sample;
  const role = { agent: AGENT, feature: 'chat', user: userOf(sample), sessionId: `chat-${random.hex(8)}` };
  const scene = new Scene(sample, role, atMs, true);
  const order = `W-${random.whole(10_000, 99_999)}`;
  const question = `What is the state of order ${order}?`;
  const input: Json[] = [{ role: 'user', content: question }];
  const id = `call_${random.hex(8)}`;
  const toolCalls = [{ id, name: 'lookup_order', arguments: { order } }];
  const ask = { model: FAST, prompt: { name: 'support-reply', version: '7' }, system: SUPPORT_SYSTEM };
  scene.run((agent) => {
    scene.step('guardrail', 'check-input', random.whole(12, 40), agent, { 'guardrail.passed': true });
    scene.step('retriever', 'help-center', random.whole(60, 240), agent, {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.query.text': question,
      'gen_ai.retrieval.documents': [
        { id: 'help-42', score: 0.83 },
        { id: 'help-7', score: 0.71 },
      ],
    });
    const first = scene.ask(
      {
        ...ask,
        promptTokens: random.whole(1_100, 1_500),
        completionTokens: 28,
        input,
        output: '',
        toolCalls,
      },
      agent,
    );
    if (!first) return false;
    const state = random.one(['packed', 'on its way', 'delivered', 'waiting for payment']);
    scene.step('tool', 'lookup_order', random.whole(80, 600), agent, {
      'gen_ai.tool.name': 'lookup_order',
      'gen_ai.tool.call.arguments': { order },
      'gen_ai.tool.call.result': { order, state },
    });
    const lookUp = { name: 'lookup_order', arguments: JSON.stringify({ order }) };
    const results: Json[] = [
      ...input,
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: lookUp }] },
      { role: 'tool', tool_call_id: id, content: JSON.stringify({ order, state }) },
    ];
    return scene.ask(
      {
        ...ask,
        promptTokens: random.whole(1_400, 1_900),
        completionTokens: random.whole(60, 140),
        input: results,
        output: `Your order ${order} is ${state}.`,
      },
      agent,
    );
  });
}
