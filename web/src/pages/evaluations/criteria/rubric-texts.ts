import { defineTexts } from '#i18n';

export const rubricTexts = defineTexts(
  {
    useTemplate: 'Insert the template',
    threshold: 'Threshold',
    thresholdHint: 'From 0 to 1. It passes from this similarity on; 0.8 if it is empty.',
    noHelp: 'This rubric is not a plain JSON object, so there are no fields for it. Edit the text.',
    toolSettings: 'How tool calls are compared',
    match: 'Arguments',
    matches: {
      exact: 'all the same',
      subset: 'at least these',
      ignore: 'any',
    },
    order: 'Order',
    orders: {
      any: 'any order',
      exact: 'call by call',
      subset: 'in this order, others between',
    },
    allowUnexpected: 'Other calls are allowed',
    checks: 'Checks',
    amounts: {
      maxSteps: 'Most steps',
      maxRepeats: 'Most repeats',
      maxCostUsd: 'Most USD',
      maxDurationMs: 'Most ms',
    },
    lists: {
      mustCall: 'Must call',
      mustNotCall: 'Must not call',
      order: 'In this order',
    },
    listHint: 'Names of tools, separated by commas.',
    demands: { endsWithAnswer: 'Ends with an answer', noFailedStep: 'No step fails' },
  },
  {
    useTemplate: 'テンプレートを挿入',
    threshold: 'しきい値',
    thresholdHint: '0〜1。この類似度以上なら合格です。空の場合は 0.8 です。',
    noHelp:
      'この内容は単純な JSON オブジェクトではないため、入力欄はありません。テキストを編集してください。',
    toolSettings: 'ツール呼び出しの比べ方',
    match: '引数',
    matches: { exact: 'すべて一致', subset: '少なくともこれら', ignore: '問わない' },
    order: '順序',
    orders: { any: '順不同', exact: '1 件ずつ同じ位置', subset: 'この順（間に他があってよい）' },
    allowUnexpected: '他の呼び出しも許す',
    checks: '確認する内容',
    amounts: {
      maxSteps: '最大ステップ数',
      maxRepeats: '最大繰り返し',
      maxCostUsd: '最大 USD',
      maxDurationMs: '最大 ms',
    },
    lists: { mustCall: '必ず呼ぶ', mustNotCall: '呼ばない', order: 'この順で呼ぶ' },
    listHint: 'ツール名をコンマで区切ります。',
    demands: { endsWithAnswer: '回答で終わる', noFailedStep: '失敗したステップがない' },
  },
);
