import { defineTexts } from '#i18n';

export const addToDatasetTexts = defineTexts(
  {
    addToDataset: 'Add to dataset',
    aboutCalls:
      'The conversation up to the last question becomes the input, and the model’s answer without its reasoning the expected output.',
    aboutItem: 'Check the texts before you add them.',
    dataset: 'Dataset',
    newDataset: 'New dataset…',
    datasetName: 'Dataset name',
    datasetItems: (name: string, items: number, most: number) => `${name} (${items} of ${most})`,
    frozen: (name: string) => `${name} (frozen)`,
    itemInput: 'Input',
    itemMessages: 'Messages (JSON)',
    notJson: 'This is not JSON.',
    itemExpected: 'Expected output',
    itemExpectedHint: 'Correct it if the output was wrong, or leave it empty.',
    itemCut: (most: string) => `The texts are cut to ${most} characters.`,
    add: 'Add',
    added: (name: string) => `Added to “${name}”.`,
    addedCut: (name: string, most: string) => `Added to “${name}”, cut to ${most} characters.`,
    addedSome: (added: string, left: string, name: string) =>
      `${added} added to “${name}”; ${left} could not be added.`,
    full: (added: string, chosen: string, name: string, most: string) =>
      `${added} of ${chosen} added to “${name}”. It is full: a dataset takes up to ${most} items.`,
    notAdded: 'It could not be added.',
  },
  {
    addToDataset: 'データセットに追加',
    aboutCalls: '最後の質問までの会話が入力に、推論を除いたモデルの応答が期待する出力になります。',
    aboutItem: '追加する前に内容を確認してください。',
    dataset: 'データセット',
    newDataset: '新しいデータセット…',
    datasetName: 'データセットの名前',
    datasetItems: (name, items, most) => `${name} (${items} / ${most})`,
    frozen: (name) => `${name} (凍結)`,
    itemInput: '入力',
    itemMessages: 'メッセージ (JSON)',
    notJson: 'JSON として読み取れません。',
    itemExpected: '期待する出力',
    itemExpectedHint: '出力が誤っていた場合は修正してください。空のままでもかまいません。',
    itemCut: (most) => `${most} 文字に切り詰めています。`,
    add: '追加',
    added: (name) => `「${name}」に追加しました。`,
    addedCut: (name, most) => `「${name}」に追加しました (${most} 文字に切り詰め)。`,
    addedSome: (added, left, name) =>
      `「${name}」に ${added} 件追加しました。${left} 件は追加できませんでした。`,
    full: (added, chosen, name, most) =>
      `「${name}」に ${chosen} 件中 ${added} 件を追加しました。データセットは上限の ${most} 件に達しています。`,
    notAdded: '追加できませんでした。',
  },
);
