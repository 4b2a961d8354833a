import { defineTexts } from '#i18n';

export const filmTexts = defineTexts(
  {
    pictures: 'Pictures of the run',
    count: (count: string) => `${count} pictures`,
    more: 'the first ones',
    picture: (number: string, after: string) => `Picture ${number}, after ${after}`,
  },
  {
    pictures: '実行の画像',
    count: (count) => `画像 ${count} 件`,
    more: '先頭のみ',
    picture: (number, after) => `画像 ${number}、${after} 後`,
  },
);
