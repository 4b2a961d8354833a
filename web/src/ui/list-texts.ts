import { defineTexts } from '#i18n';

export const listTexts = defineTexts(
  {
    notStored: 'Messages not stored',
    input: 'Input:',
    output: 'Output:',
    tabs: { label: 'Lists', traces: 'Traces', calls: 'Calls' },
  },
  {
    notStored: 'メッセージは保存されていません',
    input: '入力:',
    output: '出力:',
    tabs: { label: '一覧', traces: 'トレース', calls: '呼び出し' },
  },
);
