import { defineTexts } from '#i18n';

export const listTexts = defineTexts(
  {
    notStored: 'Messages not stored',
    input: 'Input:',
    output: 'Output:',
    tabs: { label: 'Lists', traces: 'Traces', spans: 'Spans', calls: 'Calls' },
    filters: 'Filters',
    sortBy: 'Sort by',
    looking: 'Searching stored content…',
    clear: 'Clear filters',
    show: { '30d': 'Show 30 days', '90d': 'Show 90 days' },
    toStart: 'Connect your application',
  },
  {
    notStored: 'メッセージは保存されていません',
    input: '入力:',
    output: '出力:',
    tabs: { label: '一覧', traces: 'トレース', spans: 'スパン', calls: '呼び出し' },
    filters: '絞り込み',
    sortBy: '並べ替え',
    looking: '保存された本文を検索しています…',
    clear: '条件をクリア',
    show: { '30d': '30 日間を表示', '90d': '90 日間を表示' },
    toStart: 'プログラムを接続',
  },
);
