import { defineTexts } from '#i18n';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const diagnosticsTexts = defineTexts(
  {
    title: 'Ingest diagnostics',
    about: 'What became of everything sent in the last 24 hours.',
    nothing: 'Nothing arrived in the last 24 hours',
    nothingAbout:
      'Requests with a wrong key belong to no account and are not counted. Check the address, the key and the protocol of the sender.',
    start: 'Send a first record',
    hints: 'What the figures suggest',
    byHour: 'By hour',
    byHourLabel: 'Records stored and rejected by the hour',
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
      unpriced: 'Without a price',
    },
    figuresAbout: {
      requests: 'with a valid key',
      accepted: 'records and spans',
      rejected: 'records, not stored',
      refused: 'whole requests',
      duplicates: 'had been stored before',
      observations: 'spans that are no model call',
      unpriced: 'calls, stored at $0.',
    },
    setPrices: 'Set prices',
    turnedAway: 'What was turned away, and what to do',
    turnedAwayAbout: 'Each reason with its latest example. Secrets and personal data in it are replaced.',
    noneTurnedAway: 'Nothing was turned away',
    noneTurnedAwayAbout:
      'If something is still missing, look at another project or window: records are found by their own time.',
    counted: {
      rejected: (shown: string, count: number) => `${shown} ${plural(count, 'record', 'records')} rejected`,
      refused: (shown: string, count: number) => `${shown} ${plural(count, 'request', 'requests')} refused`,
    },
    example: 'Latest example:',
    senders: 'Senders',
    sendersTable: 'Senders and what became of what they sent',
    sendersAbout: 'By key and client, the most recent first.',
    columns: { sender: 'Key and client', endpoint: 'Sent as', seen: 'Last seen' },
    advice: {
      unknown_provider:
        'This deployment does not know the provider. Correct the name, or have it added to TRACEWELL_PROVIDERS. In traces it is gen_ai.provider.name, else gen_ai.system.',
      missing_provider:
        'The span is a model call, and neither it nor the name of the model says whose. Set gen_ai.provider.name.',
      invalid_trace_id: 'The id must be hex digits, 32 for a trace and 16 for a span, and not all zero.',
      timestamp_too_old:
        'The time is before what the account keeps. Often a clock that is wrong, or seconds taken for milliseconds.',
      timestamp_in_future: 'The time is more than 24 hours ahead. Check the clock and the time zone.',
      record_too_large: 'The record is over 256 KiB. Shorten its input or output.',
      quota_exceeded: 'This month’s quota of records is used up. It resets with the month, in UTC.',
      signal_not_stored:
        'Logs and metrics are not kept. Switch those exporters off: OTEL_LOGS_EXPORTER=none, OTEL_METRICS_EXPORTER=none.',
      invalid_json: 'The body is not what the endpoint takes. The example says where.',
      invalid_compression: 'The body is cut off, or not compressed as it says.',
      too_many_records: 'Send smaller batches.',
      insufficient_scope: 'The key may not send records. Use one that may, with the scope write:records.',
      body_too_large:
        'The body is over 1 MiB, as sent or inflated. Make batches smaller, in exporters by OTEL_BSP_MAX_EXPORT_BATCH_SIZE.',
      unsupported_media_type:
        'Send application/json or, for traces, application/x-protobuf; plain, or compressed by gzip, deflate or zstd.',
      overloaded:
        'Nothing was stored, and senders that try again lose nothing. If it lasts, it is for whoever runs the service.',
      field_rule: 'A field does not meet this rule. Correct it where the record is made.',
      other: 'Look at the example, and at what the client logged at that time.',
    },
  },
  {
    title: '取り込みの診断',
    about: '直近 24 時間に送信されたすべてのデータがどうなったかを示します。',
    nothing: '直近 24 時間に届いたものはありません',
    nothingAbout:
      '誤ったキーのリクエストはどのアカウントにも属さないため数えられません。送信側のアドレス、キー、プロトコルを確認してください。',
    start: '最初の記録を送る',
    hints: '数値から読み取れること',
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
      unpriced: '$0 で保存された呼び出し。',
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
    },
    example: '最新の例:',
    senders: '送信元',
    sendersTable: '送信元ごとの結果',
    sendersAbout: 'キーとクライアントごと。最後に送信したものが先頭です。',
    columns: { sender: 'キーとクライアント', endpoint: '形式', seen: '最終受信' },
    advice: {
      unknown_provider:
        'この環境が知らないプロバイダーです。名前を直すか、TRACEWELL_PROVIDERS に追加してもらってください。トレースでは gen_ai.provider.name、なければ gen_ai.system が使われます。',
      missing_provider:
        'モデル呼び出しのスパンですが、どのプロバイダーのものかがスパンにもモデル名にもありません。gen_ai.provider.name を設定してください。',
      invalid_trace_id:
        'ID は 16 進数で、トレースは 32 桁、スパンは 16 桁です。すべてゼロのものは使えません。',
      timestamp_too_old:
        '時刻がアカウントの保存期間より前です。時計のずれや、秒とミリ秒の取り違えがよくある原因です。',
      timestamp_in_future: '時刻が 24 時間以上先です。時計とタイムゾーンを確認してください。',
      record_too_large: '記録が 256 KiB を超えています。入力か出力を短くしてください。',
      quota_exceeded: '今月の記録数を使い切りました。UTC の月初に元に戻ります。',
      signal_not_stored:
        'ログとメトリクスは保存されません。OTEL_LOGS_EXPORTER=none、OTEL_METRICS_EXPORTER=none で送信を止めてください。',
      invalid_json: '本文がエンドポイントの形式と異なります。例に場所が示されています。',
      invalid_compression: '本文が途中で切れているか、宣言された方式で圧縮されていません。',
      too_many_records: 'バッチを小さくしてください。',
      insufficient_scope:
        'このキーには記録を送信する権限がありません。スコープ write:records を持つキーを使ってください。',
      body_too_large:
        '本文が (送信時または展開後に) 1 MiB を超えています。バッチを小さくしてください。エクスポーターでは OTEL_BSP_MAX_EXPORT_BATCH_SIZE で変更できます。',
      unsupported_media_type:
        'application/json、トレースなら application/x-protobuf で送信してください。圧縮は gzip、deflate、zstd に対応しています。',
      overloaded:
        '何も保存されていません。再送する送信側では何も失われません。続く場合はサービスの運用者に連絡してください。',
      field_rule: '項目がこの規則を満たしていません。記録を作る側で修正してください。',
      other: '例と、その時刻のクライアントのログを確認してください。',
    },
  },
);
