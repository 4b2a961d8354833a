import { defineTexts } from '#i18n';

export const consentsTexts = defineTexts(
  {
    title: 'Data and privacy',
    about: 'What the service may do with the content of your calls. Consents apply to the whole account.',
    notAllowed: 'Only owners and admins can manage consents',
    notAllowedAbout: (role: string) => `Your role is ${role}. Ask one of them about the current consents.`,
    on: 'Given',
    off: 'Not given',
    since: 'since',
    neverChanged: 'by default',
    needsPlan: 'Requires the Pro or Team plan, which the operator of the service can set.',
    whenOn: 'When it is on',
    whenWithdrawn: 'When you turn it off',
    kinds: {
      plaintextStorage: {
        name: 'Store messages (encrypted)',
        about: 'Inputs, outputs and tool payloads are stored, encrypted.',
        whenOn: 'You can read, search and evaluate the messages of calls.',
        whenWithdrawn:
          'All stored content of the account is deleted within an hour. Calls with their tokens, costs and tags are kept.',
      },
      aiHelper: {
        name: 'AI helper',
        about: 'Stored content may be sent to the AI helper.',
        whenOn:
          'Features that send calls to a model, such as judges and suggested criteria, receive their content.',
        whenWithdrawn: 'No more content is sent. Nothing is deleted; existing results are kept.',
      },
      piiRedaction: {
        name: 'Redaction of personal data',
        about: 'Email addresses, card numbers and the like are replaced before anything is stored.',
        whenOn: 'Stored content contains placeholders instead. The originals cannot be restored.',
        whenWithdrawn:
          'New content is stored as sent, including personal data. Content that is already stored stays redacted.',
      },
    },
    given: (name: string) => `${name} is on.`,
    withdraw: 'Withdraw',
    withdrawTitle: (name: string) => `Withdraw the consent to “${name}”?`,
    withdrawn: (name: string) => `${name} is off.`,
    deletedBy: (time: string) => `Stored content is being deleted. All of it will be gone by ${time}.`,
  },
  {
    title: 'データとプライバシー',
    about: '呼び出しの内容をサービスがどう扱ってよいかを決めます。アカウント全体に適用されます。',
    notAllowed: '同意は所有者と管理者が決定します',
    notAllowedAbout: (role) => `あなたの役割は ${role} です。同意の状況は所有者か管理者に確認してください。`,
    on: '同意済み',
    off: '未同意',
    since: '変更日時',
    neverChanged: '初期設定のまま',
    needsPlan: '同意するには Pro または Team プランが必要です。プランはサービスの運用者が設定します。',
    whenOn: '有効なとき',
    whenWithdrawn: '撤回したとき',
    kinds: {
      plaintextStorage: {
        name: 'メッセージを保存（暗号化）',
        about: '入力・出力・ツールの内容を暗号化して保存します。',
        whenOn: '呼び出しのメッセージを読み、検索し、評価できます。',
        whenWithdrawn:
          '保存された内容は 1 時間以内にすべて削除されます。呼び出しとそのトークン数・コスト・タグは残ります。',
      },
      aiHelper: {
        name: 'AI ヘルパー',
        about: '保存された内容を AI ヘルパーに送ることがあります。',
        whenOn: '評価や評価基準の提案など、モデルで呼び出しを読む機能に内容が渡されます。',
        whenWithdrawn: '以後、内容は送られません。削除されるものはなく、これまでの結果も残ります。',
      },
      piiRedaction: {
        name: '個人情報の置き換え',
        about: 'メールアドレスやカード番号などを、保存の前に置き換えます。',
        whenOn: '保存された内容では目印に置き換わり、元に戻せません。',
        whenWithdrawn:
          '以後に届く内容は、個人情報を含めて送信されたまま保存されます。保存済みの内容は置き換えられたままです。',
      },
    },
    given: (name) => `「${name}」を有効にしました。`,
    withdraw: '撤回',
    withdrawTitle: (name) => `「${name}」への同意を撤回しますか？`,
    withdrawn: (name) => `「${name}」を無効にしました。`,
    deletedBy: (time) => `保存された内容を削除しています。${time} までにすべて削除されます。`,
  },
);
