// Texts shared by several parts of the page; each part has its own texts beside it.
import { defineTexts } from '#i18n';

export const sharedTexts = defineTexts(
  {
    title: 'Evaluations',
    about: 'Is it good enough to ship? Criteria define what good means, runs measure it.',
    sections: 'Sections',
    tabs: {
      runs: 'Runs',
      criteria: 'Criteria',
      datasets: 'Datasets',
      rules: 'Rules',
      trust: 'Judge trust',
    },
    backTo: {
      runs: 'All runs',
      criteria: 'All criteria',
      datasets: 'All datasets',
      rules: 'All rules',
      trust: 'Judge trust',
    },
    viewer: 'Your role is viewer: you can see everything here, but only members can change it.',
    needsPlan: 'Changing and running evaluations requires Pro or Team. Existing results can be read.',
    delete: 'Delete',
    save: 'Save',
    showMore: (count: string) => `Show ${count} more`,
    judge: 'Judge',
    rule: 'Rule',
    callNamed: (id: string) => `Call ${id}`,
  },
  {
    title: '評価',
    about: 'リリースできる品質か。基準が「良さ」を定め、実行がそれを測ります。',
    sections: 'セクション',
    tabs: {
      runs: '実行',
      criteria: '基準',
      datasets: 'データセット',
      rules: 'ルール',
      trust: '判定モデルの信頼性',
    },
    backTo: {
      runs: '実行一覧',
      criteria: '基準一覧',
      datasets: 'データセット一覧',
      rules: 'ルール一覧',
      trust: '判定モデルの信頼性',
    },
    viewer: 'あなたの役割は閲覧者です。内容はすべて見られますが、変更はメンバーが行います。',
    needsPlan: '評価の変更と実行は Pro と Team プランで利用できます。既存の結果は閲覧できます。',
    delete: '削除',
    save: '保存',
    showMore: (count) => `さらに ${count} 件表示`,
    judge: '判定モデル',
    rule: 'ルール判定',
    callNamed: (id) => `呼び出し ${id}`,
  },
);
