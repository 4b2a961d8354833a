// Presets without a judge that look at more than the text of an answer: its meaning, the tools that were
// called, and the whole trace.
import { presetCheck, type Preset } from '#services/criteria';

const pretty = (rubric: object): string => JSON.stringify(rubric, null, 2);

export const AGENT_PRESETS: readonly Preset[] = [
  presetCheck({
    key: 'quality_json_list_length',
    category: 'quality',
    name: 'JSON list of 1 to 10 items',
    descriptionJa:
      '出力が 1〜10 件の JSON 配列かを JavaScript のコードで確認します。件数や条件は自由に書き換えられます。',
    type: 'code',
    rubric: `// Passes if the output is a JSON list of 1 to 10 items.
function score({ output }) {
  let items;
  try {
    items = JSON.parse(output);
  } catch {
    return { score: false, reason: 'The output is not JSON.' };
  }
  if (!Array.isArray(items)) return { score: false, reason: 'The output is not a list.' };
  return { score: items.length >= 1 && items.length <= 10, reason: \`\${items.length} items\` };
}`,
  }),
  presetCheck({
    key: 'quality_answer_similarity',
    category: 'quality',
    name: 'Similar to the expected output',
    descriptionJa:
      '出力とデータセットの期待される出力の意味の近さを、埋め込みベクトルのコサイン類似度(0〜1)で評価します。言い回しが違っても意味が近ければ高くなります。',
    type: 'embedding_similarity',
    scoreType: 'numeric',
    rubric: '{{expectedOutput}}',
  }),
  presetCheck({
    key: 'quality_expected_tool_calls',
    category: 'quality',
    name: 'Expected tool calls',
    descriptionJa:
      'データセットの期待される出力に書いたツール呼び出し(JSON 配列)のうち、名前と引数が合っている割合を評価します。書かれていない引数は無視します。',
    type: 'tool_calls',
    scoreType: 'numeric',
    rubric: `{
  "expected": {{expectedOutput}},
  "match": "subset",
  "order": "any",
  "allowUnexpected": false
}`,
  }),
  presetCheck({
    key: 'quality_no_loops',
    category: 'quality',
    name: 'No loops',
    descriptionJa:
      'トレース全体で、同じツールを同じ引数で 2 回より多く呼んでいないか、ステップが 30 以内かを確認します。',
    type: 'trajectory',
    rubric: pretty({ maxSteps: 30, maxRepeats: 2 }),
  }),
  presetCheck({
    key: 'quality_no_failed_step',
    category: 'quality',
    name: 'No failed step, ends with an answer',
    descriptionJa: 'トレース全体で失敗したステップがなく、最後に回答が返っているかを確認します。',
    type: 'trajectory',
    rubric: pretty({ noFailedStep: true, endsWithAnswer: true }),
  }),
  presetCheck({
    key: 'quality_cost_and_duration',
    category: 'quality',
    name: 'Within cost and duration',
    descriptionJa:
      'トレース全体の費用が 0.10 米ドル以内、所要時間が 60 秒以内かを確認します。上限は用途に合わせて変更してください。',
    type: 'trajectory',
    rubric: pretty({ maxCostUsd: 0.1, maxDurationMs: 60_000 }),
  }),
];
