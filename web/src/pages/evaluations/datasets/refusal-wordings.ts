// Why a row of a file, or an item of a request, was not stored.
import type { Schemas } from '#api';
import { defineWordings } from '#lib/worded';

export const refusalWordings = defineWordings<Schemas['DatasetRefusalFigures']>(
  {
    unknown_item: () => 'The dataset has no item with this id',
    input_required: () => 'It has no input',
    text_too_long: ({ chars, limit }, format) =>
      `It has ${format.count(chars)} characters; at most ${format.count(limit)} are allowed`,
    invalid_split: ({ limit }, format) =>
      `A split is a name of 1 to ${format.count(limit)} characters on one line`,
    invalid_id: ({ limit }, format) => `An id has at most ${format.count(limit)} characters`,
    id_taken: () => 'Another item has this id',
    invalid_json: () => 'The line is not valid JSON',
    invalid_row: () => 'The row is not an object with named values',
    dataset_full: ({ limit }, format) => `The dataset is full: it takes up to ${format.count(limit)} items`,
  },
  {
    unknown_item: () => 'この ID の項目はデータセットにありません',
    input_required: () => '入力がありません',
    text_too_long: ({ chars, limit }, format) =>
      `${format.count(chars)} 文字あります。最大 ${format.count(limit)} 文字です`,
    invalid_split: ({ limit }, format) => `分割名は 1 行で 1～${format.count(limit)} 文字です`,
    invalid_id: ({ limit }, format) => `ID は最大 ${format.count(limit)} 文字です`,
    id_taken: () => 'この ID は別の項目が使っています',
    invalid_json: () => '行が正しい JSON ではありません',
    invalid_row: () => '行が名前付きの値を持つオブジェクトではありません',
    dataset_full: ({ limit }, format) => `データセットがいっぱいです。最大 ${format.count(limit)} 件です`,
  },
);
