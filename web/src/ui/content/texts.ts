import { defineTexts } from '#i18n';

/** Words about storing messages, the same wherever the question is asked. */
export const storageTexts = defineTexts(
  {
    name: 'Store messages (encrypted)',
    about:
      'Inputs, outputs and tool payloads are stored, encrypted with a key of the account. You need them to read, search and evaluate calls.',
    why: 'Without messages you cannot read, search or evaluate what your agents say.',
    onPlans: 'Accounts on Pro and Team only.',
    withdrawal:
      'You can turn this off at any time under Settings, Data and privacy. That deletes what is stored.',
    notStored: 'Messages were not stored',
    notSearched: 'The search did not cover messages: they are not stored',
    notStoredAbout:
      'Message storage was off when this call arrived. Only the length and a fingerprint of its messages were kept.',
    digest: (part: string, chars: string) => `${part}: ${chars} characters`,
    parts: { input: 'Input', output: 'Output', toolCalls: 'Tool calls' },
    switchOn: 'Store messages from now on',
    isOn: 'Storing is on now: new calls have their messages.',
    switchedOn: 'Messages of new calls are stored.',
    whoMay:
      'An owner or admin of the account can turn on “Store messages (encrypted)” under Settings, Data and privacy.',
    needsPlan: 'Storing messages requires the Pro or Team plan, which the operator of the service can set.',
    unreadable: 'The messages cannot be read',
    unreadableAbout:
      'They are stored, but the service runs with a different master key than the one they were encrypted with. Start the service with the previous key.',
    notSent: 'No messages came with this call',
    notSentAbout:
      'The program sent no messages, or they were deleted when storing was turned off. Most instrumentations send messages only when configured to:',
    sending: 'Sending messages',
  },
  {
    name: 'メッセージを保存（暗号化）',
    about:
      '入力・出力・ツールの内容を、アカウントの鍵で暗号化して保存します。呼び出しを読み、検索し、評価するために必要です。',
    why: '保存しないと、エージェントのメッセージを読むことも、検索や評価もできません。',
    onPlans: 'Pro と Team プランのみ。',
    withdrawal:
      '設定の「データとプライバシー」でいつでもオフにできます。オフにすると保存済みの内容は削除されます。',
    notStored: 'メッセージは保存されていません',
    notSearched: 'メッセージは保存されていないため、検索の対象になっていません',
    notStoredAbout:
      'この呼び出しの受信時にメッセージの保存がオフだったため、長さとハッシュだけが残っています。',
    digest: (part, chars) => `${part}: ${chars} 文字`,
    parts: { input: '入力', output: '出力', toolCalls: 'ツール呼び出し' },
    switchOn: '今後のメッセージを保存する',
    isOn: '現在は保存がオンです。新しい呼び出しにはメッセージが表示されます。',
    switchedOn: '今後の呼び出しのメッセージを保存します。',
    whoMay:
      '所有者か管理者が、設定の「データとプライバシー」で「メッセージを保存（暗号化）」をオンにできます。',
    needsPlan:
      'メッセージの保存には Pro または Team プランが必要です。プランはサービスの運用者が設定します。',
    unreadable: 'メッセージを読み取れません',
    unreadableAbout:
      'メッセージは保存されていますが、サービスが暗号化時とは別のマスターキーで動いています。以前のキーで起動してください。',
    notSent: 'この呼び出しにはメッセージがありません',
    notSentAbout:
      'プログラムがメッセージを送信しなかったか、保存をオフにしたときに削除されました。多くの計装は、指定しない限りメッセージを送りません:',
    sending: 'メッセージを送信するには',
  },
);
