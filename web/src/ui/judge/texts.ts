import { defineTexts } from '#i18n';

export const judgeTexts = defineTexts(
  {
    judgeNow: 'Judge now',
    title: { call: 'Judge this call', trace: 'Judge this trace' },
    about: {
      call: 'Each score is saved with the call. Judging it again by the same criterion replaces the score.',
      trace: 'Each score is saved with the trace. Judging it again by the same criterion replaces the score.',
    },
    criteria: 'Criteria',
    asksModel: 'asks a model',
    none: {
      call: 'There is no criterion about single calls yet.',
      trace: 'There is no criterion about whole traces yet.',
    },
    toCriteria: 'Open the library',
    judge: 'Judge',
    results: 'Scores',
    cost: (amount: string) => `Cost: ${amount}`,
    saved: 'Saved',
    notSaved: 'Nothing saved',
  },
  {
    judgeNow: '今すぐ判定',
    title: { call: 'この呼び出しを判定', trace: 'このトレースを判定' },
    about: {
      call: '点数は呼び出しに保存されます。同じ基準で再び判定すると置き換わります。',
      trace: '点数はトレースに保存されます。同じ基準で再び判定すると置き換わります。',
    },
    criteria: '基準',
    asksModel: 'モデルを使用',
    none: {
      call: '呼び出しごとの基準はまだありません。',
      trace: 'トレース全体の基準はまだありません。',
    },
    toCriteria: 'ライブラリを開く',
    judge: '判定する',
    results: '点数',
    cost: (amount) => `費用: ${amount}`,
    saved: '保存済み',
    notSaved: '保存されていません',
  },
);
