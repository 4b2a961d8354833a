import { defineTexts } from '#i18n';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const diagnosticsTexts = defineTexts(
  {
    title: 'Ingest diagnostics',
    about: 'What happened to everything sent in the last 24 hours.',
    nothing: 'Nothing arrived in the last 24 hours',
    nothingAbout:
      'Requests with an invalid key belong to no account and are not counted. Check the URL, the key and the protocol of the sender.',
    start: 'Send your first record',
    hints: 'Hints',
    acceptAny: 'Accept any provider',
    anyAccepted: 'This account accepts any provider. Records that are sent from now on are stored.',
    anyByAdmin: 'An admin or owner of the account can accept any provider here.',
    byHour: 'By hour',
    byHourLabel: 'Records stored and rejected per hour',
    key: 'Key',
    allKeys: 'All keys',
    otherSenders: 'Other senders',
    goneKey: (id: string) => `Deleted key ${id}`,
    unknownClient: 'Unknown client',
    endpoints: (name: string) =>
      name === 'ingest' || name === 'records' ? 'JSON' : name.charAt(0).toUpperCase() + name.slice(1),
    figures: {
      requests: 'Requests',
      accepted: 'Stored',
      rejected: 'Rejected',
      refused: 'Refused',
      duplicates: 'Duplicates',
      observations: 'Observations',
      unpriced: 'Unpriced',
    },
    figuresAbout: {
      requests: 'with a valid key',
      accepted: 'records and spans',
      rejected: 'records, not stored',
      refused: 'whole requests',
      duplicates: 'already stored',
      observations: 'spans that are not model calls',
      unpriced: 'calls stored at $0',
    },
    setPrices: 'Set prices',
    turnedAway: 'Rejections, and how to fix them',
    turnedAwayAbout:
      'Each reason with its latest example. Secrets and personal data in the examples are replaced.',
    noneTurnedAway: 'Nothing was rejected',
    noneTurnedAwayAbout:
      'If something is still missing, check other projects and time windows: records are listed by their own timestamp.',
    counted: {
      rejected: (shown: string, count: number) => `${shown} ${plural(count, 'record', 'records')} rejected`,
      refused: (shown: string, count: number) => `${shown} ${plural(count, 'request', 'requests')} refused`,
      dropped: (shown: string, count: number) => `${shown} ${plural(count, 'tag', 'tags')} dropped`,
    },
    answered: 'Answer to the client:',
    example: 'Latest example:',
    senders: 'Senders',
    sendersTable: 'Senders and their results',
    sendersAbout: 'By key and client, most recent first.',
    columns: { sender: 'Key and client', endpoint: 'Sent as', seen: 'Last seen' },
    merged: 'Same call, reported twice',
    mergedAbout:
      'The newest 200 records that repeat another one, and the call that is counted. Each is in its trace, as an observation.',
    mergedColumns: { record: 'Record', kept: 'Counted call', why: 'Why', at: 'Noticed' },
    why: {
      same_response: 'Same response id at the same time',
      around_call: 'Around the call, with its tokens or none',
      around_calls: 'Around several calls, with their sum',
      inside_call: 'Inside of the call, without tokens',
      same_span: 'Same trace and span id; both are counted',
    },
  },
  {
    title: '取り込み診断',
    about: '直近 24 時間に送信されたすべてのデータがどうなったかを示します。',
    nothing: '直近 24 時間に届いたものはありません',
    nothingAbout:
      '誤ったキーのリクエストはどのアカウントにも属さないため数えられません。送信側のアドレス、キー、プロトコルを確認してください。',
    start: '最初の記録を送る',
    hints: '数値から読み取れること',
    acceptAny: 'すべてのプロバイダーを受け入れる',
    anyAccepted: 'このアカウントはすべてのプロバイダーを受け入れます。これから届く記録は保存されます。',
    anyByAdmin:
      'アカウントの管理者または所有者は、ここですべてのプロバイダーを受け入れるように変更できます。',
    byHour: '1 時間ごと',
    byHourLabel: '1 時間ごとの保存件数と拒否件数',
    key: 'キー',
    allKeys: 'すべてのキー',
    otherSenders: 'その他の送信元',
    goneKey: (id) => `削除されたキー ${id}`,
    unknownClient: '不明なクライアント',
    endpoints: (name) =>
      name === 'ingest' || name === 'records'
        ? 'JSON'
        : name === 'traces'
          ? 'トレース'
          : name === 'logs'
            ? 'ログ'
            : name === 'metrics'
              ? 'メトリクス'
              : name,
    figures: {
      requests: 'リクエスト',
      accepted: '保存',
      rejected: '拒否 (記録)',
      refused: '拒否 (リクエスト)',
      duplicates: '重複',
      observations: '観測',
      unpriced: '価格なし',
    },
    figuresAbout: {
      requests: '有効なキーによるもの',
      accepted: '記録とスパン',
      rejected: '保存されなかった記録',
      refused: 'リクエスト全体',
      duplicates: '保存済みの ID',
      observations: 'モデル呼び出しでないスパン',
      unpriced: '$0 で保存された呼び出し',
    },
    setPrices: '価格を設定',
    turnedAway: '受け付けられなかったものと対処',
    turnedAwayAbout: '理由ごとに最新の例を示します。秘密情報と個人情報は置き換えられています。',
    noneTurnedAway: '拒否されたものはありません',
    noneTurnedAwayAbout:
      'それでも見つからない場合は、別のプロジェクトや期間を確認してください。記録はそれ自身の時刻で検索されます。',
    counted: {
      rejected: (shown) => `記録 ${shown} 件を拒否`,
      refused: (shown) => `リクエスト ${shown} 件を拒否`,
      dropped: (shown) => `タグ ${shown} 件を除去`,
    },
    answered: 'クライアントへの応答:',
    example: '最新の例:',
    senders: '送信元',
    sendersTable: '送信元ごとの結果',
    sendersAbout: 'キーとクライアントごと。最後に送信したものが先頭です。',
    columns: { sender: 'キーとクライアント', endpoint: '形式', seen: '最終受信' },
    merged: '二重に報告された呼び出し',
    mergedAbout:
      '別の記録と同じ呼び出しを報告する最新 200 件の記録と、数えられている呼び出しです。記録はトレースの中に観測として残っています。',
    mergedColumns: { record: '記録', kept: '数えられた呼び出し', why: '理由', at: '検出' },
    why: {
      same_response: '同じ時間に同じレスポンス ID',
      around_call: '呼び出しを囲み、トークン数が同じか、ない',
      around_calls: '複数の呼び出しを囲み、その合計を持つ',
      inside_call: '呼び出しの内側にあり、トークン数がない',
      same_span: 'トレース ID とスパン ID が同じ。両方とも数えられている',
    },
  },
);
