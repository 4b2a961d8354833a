// Ready-made criteria for agents and for code, beside the presets of the service. People change the names of
// tools, and the figures, to their own.
import type { CriterionScope, CriterionType, CriterionScore } from './criterion-types.ts';

export const LIBRARY_GROUPS = ['quality', 'RAG', 'safety', 'agents', 'code'] as const;
export type LibraryGroup = (typeof LIBRARY_GROUPS)[number];

export interface LibraryEntry {
  key: string;
  group: LibraryGroup;
  name: string;
  about: { en: string; ja: string };
  rubric: string;
  type: CriterionType;
  scoreType: CriterionScore;
  scope: CriterionScope;
  scaleMin: number;
  scaleMax: number;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const SHARE = { scoreType: 'numeric', scaleMin: 0, scaleMax: 1 } as const;
const YES_NO = { scoreType: 'boolean', scaleMin: 0, scaleMax: 1 } as const;
const LEVELS = { scoreType: 'numeric', scaleMin: 1, scaleMax: 5 } as const;

const GOAL = `Did the agent reach what the user wanted by the end of the transcript?
Look at: the user's request, the results of the tools, and the last answer. The results count, not the announcements: something that a tool reported as failed is not done.
Do not consider: how many steps it took, style, and tools that were not needed.
Scores:
5: The goal is reached in full, and the answer says so correctly.
4: The goal is reached with a small gap that the user closes with little effort.
3: A part of the goal is reached, and the answer does not hide what is missing.
2: Little is reached, or the answer claims more than the tools reported.
1: Nothing is reached, or harm was done on the way.
Edge cases:
- The goal cannot be reached with the given tools: 5 if the answer says so and offers the nearest thing, 3 if it only says so.
- The agent asks for something essential that the user left open: 4.
- The transcript ends without an answer: 1.`;

const TOOL_CHOICE = `Did the agent choose the right tools, with the right arguments, and use their results?
Look at: each tool call, whether its purpose fits the step, whether its arguments follow from the conversation, and whether the next step uses the result.
Do not consider: whether the goal was reached in the end, and the wording of the answer.
Scores:
5: Every call was needed, its arguments were right, and its result was used.
4: One call was not needed, or was repeated once after an error.
3: A needed call is missing, or one had a wrong argument that was corrected later.
2: Several calls were wrong or without use.
1: The calls do not fit the task, or results were invented.
Edge cases:
- No tool was needed and none was called: 5.
- A tool failed and the agent says so: leave the failure out of the score.`;

export const STARTERS: readonly LibraryEntry[] = [
  {
    key: 'agents_goal',
    group: 'agents',
    name: 'Goal reached',
    about: {
      en: 'Did the agent reach what the user wanted by the end of the trace?',
      ja: 'トレースの終わりまでに、エージェントはユーザーの目的を達成しましたか。',
    },
    rubric: GOAL,
    type: 'llm_judge',
    scope: 'trajectory',
    ...LEVELS,
  },
  {
    key: 'agents_tool_choice',
    group: 'agents',
    name: 'Choice of tools',
    about: {
      en: 'Did the agent choose the right tools, with the right arguments, and use their results?',
      ja: '正しいツールを正しい引数で選び、その結果を使いましたか。',
    },
    rubric: TOOL_CHOICE,
    type: 'llm_judge',
    scope: 'trajectory',
    ...LEVELS,
  },
  {
    key: 'agents_forbidden_tools',
    group: 'agents',
    name: 'No forbidden tool',
    about: {
      en: 'Passes when none of the named tools was called in the trace.',
      ja: 'トレースの中で、指定したツールが一度も呼ばれなければ合格です。',
    },
    rubric: json({ mustNotCall: ['delete_account'] }),
    type: 'trajectory',
    scope: 'trajectory',
    ...YES_NO,
  },
  {
    key: 'agents_no_repeats',
    group: 'agents',
    name: 'Does not repeat a tool call',
    about: {
      en: 'The answer may make the same tool call once more, and not again after that.',
      ja: '同じツール呼び出しの繰り返しは 1 回まで。それ以上は不合格です。',
    },
    rubric: '1',
    type: 'tool_repeats',
    scope: 'call',
    ...YES_NO,
  },
  {
    key: 'agents_search_first',
    group: 'agents',
    name: 'Calls the search tool',
    about: {
      en: 'The call asks for the named tool, with any arguments; other tools are allowed.',
      ja: '指定したツールを呼び出すこと。引数は問わず、他のツールも許します。',
    },
    rubric: json({ expected: [{ name: 'search' }], match: 'ignore', order: 'any', allowUnexpected: true }),
    type: 'tool_calls',
    scope: 'call',
    ...YES_NO,
  },
  {
    key: 'code_short',
    group: 'code',
    name: 'Short enough',
    about: {
      en: 'Full marks up to 800 characters, fewer beyond, none from 1,600 on.',
      ja: '800 文字までは満点、それを超えると減点、1,600 文字以上は 0 点です。',
    },
    rubric: `function score({ output }) {
  const over = Math.max(0, output.length - 800);
  return { score: Math.max(0, 1 - over / 800), reason: \`\${output.length} characters\` };
}
`,
    type: 'code',
    scope: 'call',
    ...SHARE,
  },
  {
    key: 'code_in_time',
    group: 'code',
    name: 'Quick and not cut off',
    about: {
      en: 'Passes when the answer took at most five seconds and ends with a whole sentence.',
      ja: '5 秒以内に回答し、文の途中で切れていなければ合格です。',
    },
    rubric: `function score({ output, latencyMs }) {
  if (latencyMs > 5000) return { score: false, reason: \`\${latencyMs} ms\` };
  return { score: /[.!?。！？)\\]}\`]\\s*$/.test(output), reason: 'last character' };
}
`,
    type: 'code',
    scope: 'call',
    ...YES_NO,
  },
  {
    key: 'code_tool_failed',
    group: 'code',
    name: 'Admits a failed tool',
    about: {
      en: 'If a tool of the call failed, the answer says so.',
      ja: 'ツールが失敗したとき、回答がそれを伝えていれば合格です。',
    },
    rubric: `function score({ output, toolCalls }) {
  const failed = toolCalls.filter(({ error }) => error);
  if (failed.length === 0) return { score: true, reason: 'no tool failed' };
  const admits = /could not|couldn't|failed|unable|sorry/i.test(output);
  return { score: admits, reason: \`\${failed.length} failed\` };
}
`,
    type: 'code',
    scope: 'call',
    ...YES_NO,
  },
];
