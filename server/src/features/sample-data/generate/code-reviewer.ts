import { REASONING } from './models.ts';
import { Scene, type Sample } from './scene.ts';
import { CHANGES, REVIEW_SYSTEM } from '#services/sample-stories';

/** Reads a pull request, checks each file and writes its remarks. */
export function review(sample: Sample, atMs: number): void {
  const { random } = sample;
  const role = { agent: 'code-reviewer', feature: 'code-review', user: 'ci', sessionId: null };
  const scene = new Scene(sample, role, atMs, true);
  const { title, files, remark } = random.one(CHANGES);
  const number = random.whole(200, 1_900);
  scene.run((agent) => {
    scene.step('tool', 'read_diff', random.whole(120, 700), agent, {
      'gen_ai.tool.name': 'read_diff',
      'gen_ai.tool.call.arguments': { pullRequest: number },
      'gen_ai.tool.call.result': { title, files: [...files] },
    });
    for (const file of files) {
      const looked = scene.ask(
        {
          model: REASONING,
          promptTokens: Math.round(random.skewed(3_800, 0.4)),
          completionTokens: random.whole(90, 340),
          reasoningTokens: Math.round(random.skewed(650, 0.4)),
          prompt: { name: 'review-file', version: '11' },
          system: REVIEW_SYSTEM,
          input: [{ role: 'user', content: `Pull request ${number}: ${title}\nFile: ${file}` }],
          output: file === files[0] ? remark : 'Nothing to remark.',
        },
        agent,
      );
      if (!looked) return false;
    }
    scene.step('http', 'POST /pulls/comments', random.whole(140, 500), agent, {
      'http.request.method': 'POST',
      'http.response.status_code': 201,
    });
    return true;
  });
}
