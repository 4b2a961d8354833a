import { defineTexts } from '#i18n';

export const addToQueueTexts = defineTexts(
  {
    addToQueue: 'Add to queue',
    about: 'Reviewers of the queue then see the chosen calls. A queue has a call only once.',
    queue: 'Review queue',
    open: (name: string, open: string) => `${name} (${open} open)`,
    none: 'There is no review queue yet.',
    create: 'Create a review queue',
    add: 'Add',
    added: (added: string, name: string) => `${added} added to “${name}”.`,
    addedSome: (added: string, known: string, name: string) =>
      `${added} added to “${name}”; ${known} were in it already.`,
    tabs: { label: 'Reviews', unscored: 'Unscored calls', queues: 'Queues' },
  },
  {
    addToQueue: 'キューに追加',
    about: '選択した呼び出しがキューのレビュアーに表示されます。同じ呼び出しは 1 回だけ入ります。',
    queue: 'レビューキュー',
    open: (name, open) => `${name} (未完了 ${open} 件)`,
    none: 'レビューキューはまだありません。',
    create: 'レビューキューを作成',
    add: '追加',
    added: (added, name) => `「${name}」に ${added} 件追加しました。`,
    addedSome: (added, known, name) =>
      `「${name}」に ${added} 件追加しました。${known} 件はすでに入っています。`,
    tabs: { label: 'レビュー', unscored: '未評価の呼び出し', queues: 'キュー' },
  },
);
