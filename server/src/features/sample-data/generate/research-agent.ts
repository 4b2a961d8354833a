import { SECOND_MS } from '#lib/clock';
import type { Json } from '#records';
import { FLASH, THOROUGH } from './models.ts';
import { Scene, type Sample } from './scene.ts';
import { READING_SYSTEM, RESEARCH_SYSTEM, STUDIES } from '#services/sample-stories';
import { userOf } from './support-bot.ts';

/** Plans, searches, reads results with a cheaper model, and writes the answer. */
export function research(sample: Sample, atMs: number): void {
  const { random } = sample;
  const role = {
    agent: 'research-agent',
    feature: 'research',
    user: userOf(sample),
    sessionId: random.chance(0.5) ? `study-${random.hex(8)}` : null,
  };
  const scene = new Scene(sample, role, atMs, true);
  const { question, searches, finding } = random.one(STUDIES);
  const input: Json[] = [{ role: 'user', content: question }];
  const toolCalls = searches.map((query) => ({
    id: `call_${random.hex(8)}`,
    name: 'web_search',
    arguments: { query },
  }));
  scene.run((agent) => {
    const planned = scene.ask(
      {
        model: THOROUGH,
        promptTokens: random.whole(1_800, 2_600),
        completionTokens: random.whole(160, 320),
        prompt: { name: 'research-plan', version: '2' },
        system: RESEARCH_SYSTEM,
        input,
        output: `Plan: ${searches.join('; ')}.`,
        toolCalls,
      },
      agent,
    );
    if (!planned) return false;
    for (const [at, query] of searches.entries()) {
      search(scene, sample, agent, query, at === 0);
      const read = scene.ask(
        {
          model: FLASH,
          promptTokens: Math.round(random.skewed(6_500, 0.3)),
          completionTokens: random.whole(180, 420),
          prompt: { name: 'research-read', version: '5' },
          system: READING_SYSTEM,
          input: [{ role: 'user', content: `Question: ${question}\nSearch: ${query}` }],
          output: `Three of five pages bear on the question. ${finding}`,
        },
        agent,
      );
      if (!read) return false;
      scene.atMs += Math.round(random.between(0.1, 0.8) * SECOND_MS);
    }
    return scene.ask(
      {
        model: THOROUGH,
        promptTokens: Math.round(random.skewed(9_000, 0.25)),
        completionTokens: Math.round(random.skewed(620, 0.3)),
        prompt: { name: 'research-answer', version: '4' },
        system: RESEARCH_SYSTEM,
        input,
        output: `### Answer\n\n${finding}\n\n**Sources**\n\n${searches.map((query) => `- ${query}`).join('\n')}`,
      },
      agent,
    );
  });
}

function search(scene: Scene, { random }: Sample, agent: string, query: string, own: boolean): void {
  const durationMs = Math.round(random.skewed(own ? 220 : 900, 0.4));
  if (own) {
    scene.step('retriever', 'paper-index', durationMs, agent, {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.query.text': query,
      'gen_ai.retrieval.documents': [{ id: `paper-${random.whole(100, 999)}`, score: 0.79 }],
    });
    return;
  }
  scene.step('tool', 'web_search', durationMs, agent, {
    'gen_ai.tool.name': 'web_search',
    'gen_ai.tool.call.arguments': { query },
    'gen_ai.tool.call.result': { pages: random.whole(3, 9) },
  });
}
