import { defineTexts } from '#i18n';

export const connectTexts = defineTexts(
  {
    title: 'Connect an application',
    asks: (name: string) => `“${name}” asks for access to this account.`,
    unchecked: (target: string) =>
      `The application chose its name itself. Your answer is sent to ${target}. Continue only if you started this.`,
    account: 'Account',
    person: 'Signed in as',
    may: 'It may',
    read: 'Only read',
    readHint: 'Calls, traces, stored messages, costs, prompts, evaluations',
    change: 'Read and change',
    changeHint: 'Also annotate, score, deploy prompts, start evaluations, change alerts and other settings',
    ends: (days: number) => `Access ends after ${days} days. You can end it earlier under API keys.`,
    allow: 'Allow',
    deny: 'Refuse',
    incomplete: 'This address is incomplete',
    incompleteAbout: 'Start again in the application that you want to connect.',
  },
  {
    title: 'アプリケーションを接続',
    asks: (name) => `「${name}」がこのアカウントへのアクセスを求めています。`,
    unchecked: (target) =>
      `名前はアプリケーションが自分で付けたものです。回答は ${target} に送られます。ご自身で始めた場合にだけ続けてください。`,
    account: 'アカウント',
    person: 'サインイン中のユーザー',
    may: '許可する内容',
    read: '読み取りのみ',
    readHint: '呼び出し、トレース、保存されたメッセージ、コスト、プロンプト、評価',
    change: '読み取りと変更',
    changeHint: '注釈、スコア、プロンプトのデプロイ、評価の開始、アラートなどの設定の変更も含みます',
    ends: (days) => `アクセスは ${days} 日後に終わります。API キーの画面でいつでも終了できます。`,
    allow: '許可',
    deny: '拒否',
    incomplete: 'このアドレスは不完全です',
    incompleteAbout: '接続したいアプリケーションからもう一度始めてください。',
  },
);
