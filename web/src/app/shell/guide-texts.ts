import { defineTexts } from '#i18n';

export const guideTexts = defineTexts(
  {
    title: 'From finding to fix',
    stepOf: (at: number, all: number) => `Step ${at} of ${all}`,
    steps: {
      finding: {
        title: 'Open the finding',
        about:
          'The guardian has seen an agent call issue_refund six times with the same arguments. No model call failed, so no error would have shown it.',
        go: 'Open the finding',
      },
      dataset: {
        title: 'Make a dataset of it',
        about:
          'Click “Make a dataset of these”. The conversations of these calls become test items, with their tools.',
        go: 'To the finding',
      },
      playground: {
        title: 'Ask again in the playground',
        about:
          'Run the newest call: with prompt version 2, the recorded model calls the tool that has failed five times once more. Then click “Next”.',
        go: 'Open in playground',
      },
      experiment: {
        title: 'Compare the fix with an experiment',
        about:
          'Click “Run an experiment”: the form is filled in. “Save and start” asks versions 2 and 3 all items, and a rule counts repeated tool calls.',
        go: 'To the finding',
      },
      gate: {
        title: 'Ship it, and gate it in CI',
        about:
          'Version 3 repeats nothing. Ship it from the leaderboard, then click “Gate it in CI” on the finding: the command is filled in.',
        go: 'To the finding',
      },
    },
    experiment: 'To the experiment',
    waiting: 'The guardian is looking at the sample data. This takes a few seconds.',
    next: 'Next',
    finish: 'Finish',
    leave: 'Leave the guide',
    resume: 'You can resume it on Get started.',
  },
  {
    title: '検出から修正まで',
    stepOf: (at, all) => `手順 ${at} / ${all}`,
    steps: {
      finding: {
        title: '検出結果を開く',
        about:
          'エージェントが issue_refund を同じ引数で 6 回呼び出したことをガーディアンが検出しました。モデルの呼び出しは失敗していないため、エラーには現れません。',
        go: '検出結果を開く',
      },
      dataset: {
        title: 'データセットにする',
        about: '「データセットにする」をクリックします。呼び出しの会話とツールがテスト項目になります。',
        go: '検出結果へ',
      },
      playground: {
        title: 'プレイグラウンドで試す',
        about:
          '最新の呼び出しを実行します。プロンプトの版 2 では、5 回失敗したツールをもう一度呼び出します。その後「次へ」をクリックします。',
        go: 'プレイグラウンドで開く',
      },
      experiment: {
        title: '実験で修正を比べる',
        about:
          '「実験を実行」をクリックすると、入力済みのフォームが開きます。保存して開始すると版 2 と 3 がすべての項目に答え、繰り返しが数えられます。',
        go: '検出結果へ',
      },
      gate: {
        title: '公開して CI のゲートにする',
        about:
          '版 3 は繰り返しません。リーダーボードから公開し、検出結果の「CI のゲートにする」をクリックするとコマンドが表示されます。',
        go: '検出結果へ',
      },
    },
    experiment: '実験へ',
    waiting: 'ガーディアンがサンプルデータを調べています。数秒かかります。',
    next: '次へ',
    finish: '完了',
    leave: 'ガイドを終了',
    resume: '「はじめに」から再開できます。',
  },
);
