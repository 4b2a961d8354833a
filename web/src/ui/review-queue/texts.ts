import { defineTexts } from '#i18n';

export const addToQueueTexts = defineTexts(
  {
    ofCalls: {
      title: 'Add to queue',
      about: 'Reviewers of the queue then see the chosen calls. A queue has a call only once.',
    },
    ofRun: {
      title: 'Add to queue',
      about: 'Reviewers of the queue then judge the run as a whole. A queue has a run only once.',
    },
    ofSession: {
      title: 'Add to queue',
      about: 'Reviewers of the queue then judge the session as a whole. A queue has a session only once.',
    },
    ofFilter: {
      title: 'List to queue',
      about: 'The newest that match the filter become items of a review queue.',
    },
    limit: 'Number, newest first',
    limitHint: 'At most 1,000 at a time.',
    matched: (count: string) => `${count} match. At most 1,000 at a time.`,
    sample: 'Sample (%)',
    sampleHint: '100 for every one, newest first.',
    addedOfFilter: (count: string) => `${count} added.`,
    known: (count: string) => `${count} were in the queue already.`,
    full: (count: string) => `${count} not added: the queue is full.`,
    done: 'Done',
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
    ofCalls: {
      title: 'キューに追加',
      about: '選択した呼び出しがキューのレビュアーに表示されます。同じ呼び出しは 1 回だけ入ります。',
    },
    ofRun: {
      title: 'キューに追加',
      about: 'レビュアーが実行全体を評価します。同じ実行は 1 回だけ入ります。',
    },
    ofSession: {
      title: 'キューに追加',
      about: 'レビュアーがセッション全体を評価します。同じセッションは 1 回だけ入ります。',
    },
    ofFilter: {
      title: '一覧をキューへ',
      about: 'フィルターに一致する新しいものが、レビューキューの項目になります。',
    },
    limit: '件数 (新しい順)',
    limitHint: '一度に最大 1,000 件です。',
    matched: (count) => `${count} 件が一致します。一度に最大 1,000 件です。`,
    sample: '抽出率 (%)',
    sampleHint: '100 ならすべて (新しい順)。',
    addedOfFilter: (count) => `${count} 件を追加しました。`,
    known: (count) => `${count} 件はすでにキューにあります。`,
    full: (count) => `${count} 件は追加されません: キューがいっぱいです。`,
    done: '完了',
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
