import { defineTexts } from '#i18n';

export const scoresTexts = defineTexts(
  {
    title: 'Scores over time',
    about: 'Everything that was scored: by your programs, by judges and rules, and by people.',
    none: 'No scores in this window',
    noneAbout: 'Send scores with POST /v1/scores, run an evaluation, or annotate calls.',
    names: 'Scores by name',
    columns: { name: 'Name', kind: 'Kind', count: 'Count', value: 'Mean, or most frequent' },
    kinds: { numeric: 'Number', boolean: 'Yes or no', categorical: 'Category', text: 'Text' },
    chart: (name: string) => `${name} over time`,
    mean: 'Mean',
    share: 'Share of yes',
    countOf: 'Count',
  },
  {
    title: 'スコアの推移',
    about: 'プログラム、判定モデルとルール、人がつけたすべてのスコアです。',
    none: 'この期間のスコアはありません',
    noneAbout: 'POST /v1/scores で送信するか、評価を実行するか、呼び出しに注釈を付けてください。',
    names: '名前ごとのスコア',
    columns: { name: '名前', kind: '種類', count: '件数', value: '平均・最頻値' },
    kinds: { numeric: '数値', boolean: 'はい / いいえ', categorical: 'カテゴリ', text: 'テキスト' },
    chart: (name) => `${name} の推移`,
    mean: '平均',
    share: '「はい」の割合',
    countOf: '件数',
  },
);
