import type { Schemas } from '#api';
import { defineWordings, plural, onOneLine, wordFor } from '#lib/worded';

export const hintWordings = defineWordings<Schemas['DiagnosticsFigures']>(
  {
    nothing_arrived: ({ url, keysOf }) =>
      `No request with a key of this ${wordFor({ account: 'account', project: 'project' }, keysOf)} arrived in the last 24 hours. Check that the sender uses ${url} (traces go to /otel/v1/traces, JSON to /v1/ingest), that it can reach this port, and that it sends the header “Authorization: Bearer twl_…”. Requests with an invalid or revoked key get a 401, belong to no account and are not counted here.`,
    only_other_signals: () =>
      'Only logs or metrics arrived, which are not stored, except the log events of coding agents. Turn on traces in the exporter: OTEL_TRACES_EXPORTER=otlp.',
    insufficient_scope: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} used a key that may not send records. Use a key with the scope write:records, or one without explicit scopes.`,
    quota_exceeded: () =>
      'The monthly quota of records is used up, and further records are not stored. Settings, Usage and limits shows the usage and when it resets.',
    unknown_provider: ({ records, provider, providers }, format) =>
      `${format.count(records)} ${plural(records, 'record')} named a provider that this deployment does not know${provider === '' ? '' : ` (${onOneLine(provider)})`}. /v1/ingest and /v1/traces take ${providers}. Send traces to /otel, which takes any provider, or accept any provider here. In traces the provider is read from gen_ai.provider.name or gen_ai.system, else from the name of the model.`,
    missing_provider: ({ spans, span, providers }, format) =>
      `${format.count(spans)} ${plural(spans, 'span')} did not say which provider served the call${span === '' ? '' : `, such as ${onOneLine(span)}`}. Set gen_ai.provider.name to one of ${providers}, send traces to /otel, which takes any provider, or accept any provider here.`,
    timestamp_too_old: ({ records }, format) =>
      `${format.count(records)} ${plural(records, 'record')} had a timestamp older than the retention period of this account. Check the sender’s clock, and that timestamps are in UTC or include a time zone.`,
    timestamp_in_future: ({ records }, format) =>
      `${format.count(records)} ${plural(records, 'record')} had a timestamp more than 24 hours in the future. Check the sender’s clock, and that timestamps are in UTC or include a time zone.`,
    only_duplicates: ({ duplicates }, format) =>
      `Every record that could be stored (${format.count(duplicates)}) has an id that is already stored, and the first one wins. This is fine for a batch that is sent again; otherwise give each call a unique id.`,
    same_spans: ({ records }, format) =>
      `${format.count(records)} ${plural(records, 'record has', 'records have')} the trace id and span id of another record under another id, so both are counted. If they report the same call, send it once, or use the id “<traceId>-<spanId>” in /v1/ingest.`,
    only_observations: ({ observations }, format) =>
      `Spans arrived (${format.count(observations)}), but none of them is a model call: they lack gen_ai.* attributes, so they show up in traces but not among calls. If they come from Langfuse, LangSmith or OpenInference, send them to /otel. Otherwise add an instrumentation for your model client, such as opentelemetry-instrumentation-openai-v2, OpenLLMetry, or experimental_telemetry of the AI SDK.`,
    body_too_large: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} had a body over the limit, compressed or decompressed: 1 MiB at /v1, 72 MiB at /otel. Send traces to /otel, or smaller batches: OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or fewer records per request.`,
    too_many_records: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} had more than 100 records. Send them in several requests.`,
    invalid_json: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} had a body that is not valid JSON. The latest example below shows where.`,
    unsupported_media_type: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} had a media type other than application/json or application/x-protobuf. For exporters: OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.`,
    overloaded: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} arrived faster than they could be stored. Exporters retry such batches automatically. If it persists, the operator of this deployment should check disk and load.`,
    unpriced: ({ calls }, format) =>
      `${format.count(calls)} ${plural(calls, 'call')} cost 0 because the model has no known price. Set prices for these models under Settings, Model prices.`,
    late_update: ({ updates }, format) =>
      `${format.count(updates)} ${plural(updates, 'update')} arrived for spans that were already stored, and changed nothing. A span is stored once it has started and ended. Send everything about it before its end, or with it. Scores can come at any time.`,
    too_many_open_spans: ({ requests }, format) =>
      `${format.count(requests)} ${plural(requests, 'request')} of a Langfuse or LangSmith client ${plural(requests, 'was', 'were')} rejected, because the account has too many spans that have started but not ended. Check that the program ends its spans. A span without updates is stored after a few minutes.`,
    reserved_tag: ({ tags, tag }, format) =>
      `${format.count(tags)} ${plural(tags, 'tag')} with a name that starts with “tracewell.” (latest: ${onOneLine(tag)}) ${plural(tags, 'was', 'were')} dropped, because that prefix is reserved for the service. The records are stored without them. Rename these tags.`,
  },
  {
    nothing_arrived: ({ url, keysOf }) =>
      `直近 24 時間に、この${wordFor({ account: 'アカウント', project: 'プロジェクト' }, keysOf)}のキーによるリクエストは届いていません。送信先が ${url} であること（トレースは /otel/v1/traces、JSON は /v1/ingest）、このポートに接続できること、ヘッダー「Authorization: Bearer twl_…」を送っていることを確認してください。誤ったキーや失効したキーは 401 になり、どのアカウントにも属さないため、ここでは数えられません。`,
    only_other_signals: () =>
      '届いたのはログかメトリクスだけで、コーディングエージェントのログイベントを除き、これらは保存されません。エクスポーターのトレースを有効にしてください: OTEL_TRACES_EXPORTER=otlp',
    insufficient_scope: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストのキーには、記録を送信する権限がありません。スコープ write:records を持つキーか、スコープ指定のないキーを使ってください。`,
    quota_exceeded: () =>
      '今月の記録数の上限に達し、超過分は保存されていません。使用量とリセット時期は「設定」の「プラン」で確認できます。',
    unknown_provider: ({ records, provider, providers }, format) =>
      `${format.count(records)} 件の記録に、この環境が知らないプロバイダー${provider === '' ? '' : `（${onOneLine(provider)}）`}が指定されています。/v1/ingest と /v1/traces が受け入れるのは ${providers} です。すべてのプロバイダーを受け入れる /otel にトレースを送るか、ここで設定を変更してください。トレースでは gen_ai.provider.name または gen_ai.system、なければモデル名から判断します。`,
    missing_provider: ({ spans, span, providers }, format) =>
      `${format.count(spans)} 件のスパン${span === '' ? '' : `（例: ${onOneLine(span)}）`}に、どのプロバイダーの呼び出しかが示されていません。gen_ai.provider.name に ${providers} のいずれかを設定するか、すべてのプロバイダーを受け入れる /otel にトレースを送るか、ここで設定を変更してください。`,
    timestamp_too_old: ({ records }, format) =>
      `${format.count(records)} 件の記録の時刻が、このアカウントの保存期間より前です。送信側の時計と、時刻が UTC であるかタイムゾーン付きであることを確認してください。`,
    timestamp_in_future: ({ records }, format) =>
      `${format.count(records)} 件の記録の時刻が 24 時間以上先です。送信側の時計と、時刻が UTC であるかタイムゾーン付きであることを確認してください。`,
    only_duplicates: ({ duplicates }, format) =>
      `保存できる記録はすべて（${format.count(duplicates)} 件）保存済みの ID を持ち、最初のものが優先されます。バッチの再送であれば問題ありません。そうでなければ、呼び出しごとに固有の ID を付けてください。`,
    same_spans: ({ records }, format) =>
      `${format.count(records)} 件の記録が、別の ID の記録と同じトレース ID とスパン ID を持ち、両方とも数えられています。同じ呼び出しであれば、一度だけ送るか、/v1/ingest で ID「<traceId>-<spanId>」を使ってください。`,
    only_observations: ({ observations }, format) =>
      `スパンは届いています（${format.count(observations)} 件）が、モデル呼び出しは含まれていません。gen_ai.* 属性がないため、トレースには表示されますが、呼び出しの一覧には表示されません。Langfuse、LangSmith、OpenInference のスパンは /otel に送ってください。それ以外は opentelemetry-instrumentation-openai-v2、OpenLLMetry、AI SDK の experimental_telemetry などで、モデルのクライアントを計装してください。`,
    body_too_large: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストの本文が（送信時または展開後に）上限（/v1 は 1 MiB、/otel は 72 MiB）を超えています。トレースを /otel に送るか、OTEL_BSP_MAX_EXPORT_BATCH_SIZE を小さくするか、1 回の記録数を減らしてください。`,
    too_many_records: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストに 100 件を超える記録が含まれていました。複数のリクエストに分けてください。`,
    invalid_json: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストの本文が正しい JSON ではありません。場所は下の最新の例で確認できます。`,
    unsupported_media_type: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストのメディアタイプが application/json でも application/x-protobuf でもありません。エクスポーターでは OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf を設定してください。`,
    overloaded: ({ requests }, format) =>
      `${format.count(requests)} 件のリクエストは、保存が追いつかないときに届きました。エクスポーターは自動で再送します。続く場合は、運用者がディスクと負荷を確認してください。`,
    unpriced: ({ calls }, format) =>
      `${format.count(calls)} 件の呼び出しは、モデルの価格が不明なため 0 ドルとして保存されました。該当するモデルは「設定」の「価格」で確認し、価格を設定できます。`,
    late_update: ({ updates }, format) =>
      `保存済みのスパンに対する更新 ${format.count(updates)} 件が後から届き、反映されませんでした。スパンは開始と終了がそろった時点で保存されます。スパンの情報は終了までに、または終了と一緒に送ってください。スコアはいつでも送れます。`,
    too_many_open_spans: ({ requests }, format) =>
      `Langfuse または LangSmith のクライアントからのリクエスト ${format.count(requests)} 件を拒否しました。開始したまま終了していないスパンが多すぎます。プログラムがスパンを終了しているか確認してください。更新のないスパンは数分後に保存されます。`,
    reserved_tag: ({ tags, tag }, format) =>
      `「tracewell.」で始まるタグ（最新: ${onOneLine(tag)}）${format.count(tags)} 件を取り除きました。この名前のタグはサービスだけが付けます。記録自体は保存されています。タグの名前を変えてください。`,
  },
);

/** A rejection reason and advice. */
interface RejectionWords {
  title: string;
  advice: string;
}

export const rejectionWordings = defineWordings<Schemas['RejectionFigures'], RejectionWords>(
  {
    unknown_provider: () => ({
      title: 'Unknown provider',
      advice:
        'This deployment does not know the provider. Correct the name, or ask the operator to add it with TRACEWELL_PROVIDERS. In traces the provider is read from gen_ai.provider.name, else from gen_ai.system.',
    }),
    missing_provider: () => ({
      title: 'No provider',
      advice:
        'The span is a model call, but neither the span nor the model name identifies the provider. Set gen_ai.provider.name.',
    }),
    invalid_trace_id: () => ({
      title: 'Invalid trace or span id',
      advice: 'The id must be hex digits, 32 for a trace and 16 for a span, and not all zero.',
    }),
    timestamp_too_old: () => ({
      title: 'Timestamp too old',
      advice:
        'The timestamp is older than the account’s retention period. Common causes are a wrong clock, or seconds sent as milliseconds.',
    }),
    timestamp_in_future: () => ({
      title: 'Timestamp in the future',
      advice: 'The timestamp is more than 24 hours ahead. Check the clock and the time zone.',
    }),
    record_too_large: () => ({
      title: 'Record too large',
      advice:
        'It waits for the rest of its span, and is too large for that. Send the span as a whole, or in smaller parts.',
    }),
    quota_exceeded: () => ({
      title: 'Quota used up',
      advice: 'This month’s quota of records is used up. It resets with the month, in UTC.',
    }),
    signal_not_stored: () => ({
      title: 'Logs or metrics',
      advice:
        'Logs and metrics are not stored, except the log events of coding agents and of GenAI spans. Turn off these exporters: OTEL_LOGS_EXPORTER=none, OTEL_METRICS_EXPORTER=none.',
    }),
    event_not_stored: () => ({
      title: 'Events without a call',
      advice: 'These events of a coding agent report no call, prompt or tool. There is nothing to do.',
    }),
    too_many_waiting_events: () => ({
      title: 'Events without their span',
      advice:
        'Log events wait for the span that they name, and too many of them are waiting. Send the traces to the same account.',
    }),
    invalid_json: () => ({
      title: 'Invalid body',
      advice: 'The endpoint cannot read the body. The example shows where.',
    }),
    invalid_compression: () => ({
      title: 'Invalid compression',
      advice: 'The body is truncated, or its compression does not match the Content-Encoding header.',
    }),
    too_many_records: () => ({ title: 'Too many records in a request', advice: 'Send smaller batches.' }),
    insufficient_scope: () => ({
      title: 'Key without write access',
      advice: 'The key may not send records. Use one with the scope write:records.',
    }),
    body_too_large: () => ({
      title: 'Body too large',
      advice:
        'The body is over 1 MiB, compressed or decompressed. Send smaller batches; for exporters set OTEL_BSP_MAX_EXPORT_BATCH_SIZE.',
    }),
    unsupported_media_type: () => ({
      title: 'Unsupported media type',
      advice:
        'Send application/json or, for traces, application/x-protobuf, uncompressed or compressed with gzip, deflate or zstd.',
    }),
    overloaded: () => ({
      title: 'Service too busy',
      advice:
        'Nothing was stored. Senders that retry lose nothing. If it persists, contact the operator of the service.',
    }),
    reserved_tag: () => ({
      title: 'Tag with a reserved name',
      advice:
        'Tags that start with “tracewell.” are reserved for the service. The record is stored without them. Rename the tag.',
    }),
    late_update: () => ({
      title: 'Update of a stored span',
      advice:
        'The span was already stored when the update arrived, so nothing changed. Send everything about a span before its end, or with it.',
    }),
    invalid_event: () => ({
      title: 'Event that cannot be read',
      advice:
        'The event of a Langfuse or LiteLLM client lacks its id, its type, its time or its body, or is of an unknown type, or a score in a trace is not valid. Everything else of the request is stored.',
    }),
    invalid_run: () => ({
      title: 'Run that cannot be read',
      advice:
        'The run of a LangSmith client is not an object, or has no id. The other runs of the request are stored.',
    }),
    invalid_feedback: () => ({
      title: 'Feedback that cannot be read',
      advice:
        'Feedback needs a key, a run_id, and a score, value, correction or comment. The rest of the request is stored.',
    }),
    attachment_not_stored: () => ({
      title: 'Attachment',
      advice: 'The run of the attachment is not in the same form, so the attachment is not stored.',
    }),
    unknown_part: () => ({
      title: 'Unknown part of a form',
      advice:
        'The part is not a run, feedback or an attachment. The other parts are stored. Update the client, or report its version.',
    }),
    unsafe_json: () => ({
      title: 'JSON that is too deep, or has a bad key',
      advice:
        'The record is nested deeper than 64 levels, has the same key twice, or the key “__proto__”. The other records of the request are stored.',
    }),
    too_many_scores: () => ({
      title: 'Too many scores',
      advice: 'The account has no room for more scores. Delete some, or wait until older ones expire.',
    }),
    score_of_another_key: () => ({
      title: 'A score of another key',
      advice:
        'Another key or a person sent the score with this id. Only a key with the scope “write” can replace it.',
    }),
    too_many_open_spans: () => ({
      title: 'Too many open spans',
      advice:
        'The account has too many spans that have started but not ended. Check that the program ends its spans.',
    }),
    field_rule: (f) => ({
      title: 'field' in f ? `Invalid field ${f.field}` : 'Invalid field',
      advice: 'A field breaks the rule shown in the example. Fix it where the record is created.',
    }),
    other: () => ({
      title: 'Other reason',
      advice: 'Check the example, and the client’s log at that time.',
    }),
  },
  {
    unknown_provider: () => ({
      title: '不明なプロバイダー',
      advice:
        'この環境が知らないプロバイダーです。名前を直すか、TRACEWELL_PROVIDERS に追加してもらってください。トレースでは gen_ai.provider.name、なければ gen_ai.system が使われます。',
    }),
    missing_provider: () => ({
      title: 'プロバイダーの指定なし',
      advice:
        'モデル呼び出しのスパンですが、どのプロバイダーのものかがスパンにもモデル名にもありません。gen_ai.provider.name を設定してください。',
    }),
    invalid_trace_id: () => ({
      title: 'トレースまたはスパンの ID が不正',
      advice: 'ID は 16 進数で、トレースは 32 桁、スパンは 16 桁です。すべてゼロのものは使えません。',
    }),
    timestamp_too_old: () => ({
      title: '時刻が古すぎる',
      advice: '時刻がアカウントの保存期間より前です。時計のずれや、秒とミリ秒の取り違えがよくある原因です。',
    }),
    timestamp_in_future: () => ({
      title: '時刻が未来',
      advice: '時刻が 24 時間以上先です。時計とタイムゾーンを確認してください。',
    }),
    record_too_large: () => ({
      title: '記録が大きすぎる',
      advice: 'スパンの残りを待つには大きすぎます。スパン全体を一度に、または小さく分けて送ってください。',
    }),
    quota_exceeded: () => ({
      title: '記録数の上限',
      advice: '今月の記録数を使い切りました。UTC の月初に元に戻ります。',
    }),
    signal_not_stored: () => ({
      title: 'ログまたはメトリクス',
      advice:
        'コーディングエージェントと GenAI スパンのログイベントを除き、ログとメトリクスは保存されません。OTEL_LOGS_EXPORTER=none、OTEL_METRICS_EXPORTER=none で送信を止めてください。',
    }),
    event_not_stored: () => ({
      title: '呼び出しを含まないイベント',
      advice:
        'コーディングエージェントのイベントのうち、呼び出し・プロンプト・ツールを含まないものです。対応は不要です。',
    }),
    too_many_waiting_events: () => ({
      title: 'スパンのないイベント',
      advice:
        'ログイベントは対応するスパンが届くまで待機します。待機中のイベントが多すぎます。トレースも同じアカウントに送信してください。',
    }),
    invalid_json: () => ({
      title: '本文を読み取れない',
      advice: '本文がエンドポイントの形式と異なります。例に場所が示されています。',
    }),
    invalid_compression: () => ({
      title: '圧縮を展開できない',
      advice: '本文が途中で切れているか、宣言された方式で圧縮されていません。',
    }),
    too_many_records: () => ({
      title: '1 回の記録が多すぎる',
      advice: 'バッチを小さくしてください。',
    }),
    insufficient_scope: () => ({
      title: '送信権限のないキー',
      advice:
        'このキーには記録を送信する権限がありません。スコープ write:records を持つキーを使ってください。',
    }),
    body_too_large: () => ({
      title: '本文が大きすぎる',
      advice:
        '本文が (送信時または展開後に) 1 MiB を超えています。バッチを小さくしてください。エクスポーターでは OTEL_BSP_MAX_EXPORT_BATCH_SIZE で変更できます。',
    }),
    unsupported_media_type: () => ({
      title: '未対応のメディアタイプ',
      advice:
        'application/json、トレースなら application/x-protobuf で送信してください。圧縮は gzip、deflate、zstd に対応しています。',
    }),
    overloaded: () => ({
      title: 'サービスの過負荷',
      advice:
        '何も保存されていません。再送する送信側では何も失われません。続く場合はサービスの運用者に連絡してください。',
    }),
    reserved_tag: () => ({
      title: '予約された名前のタグ',
      advice:
        '「tracewell.」で始まるタグはサービスだけが付けます。記録はこのタグなしで保存されています。タグの名前を変えてください。',
    }),
    late_update: () => ({
      title: '保存済みのスパンの更新',
      advice:
        '更新が届いたとき、スパンはすでに保存されていたため、何も変わっていません。スパンの情報は終了までに、または終了と一緒に送ってください。',
    }),
    invalid_event: () => ({
      title: '読み取れないイベント',
      advice:
        'Langfuse または LiteLLM のイベントに ID、種類、時刻、本文のいずれかがないか、種類が不明です。リクエストのほかのイベントは保存されています。',
    }),
    invalid_run: () => ({
      title: '読み取れないラン',
      advice:
        'LangSmith クライアントのランがオブジェクトでないか、id がありません。リクエストのほかのランは保存されています。',
    }),
    invalid_feedback: () => ({
      title: '読み取れないフィードバック',
      advice:
        'フィードバックには key、run_id と、score・value・correction・comment のいずれかが必要です。残りは保存されています。',
    }),
    attachment_not_stored: () => ({
      title: '添付ファイル',
      advice: '添付ファイルのランが同じフォームにないため、添付ファイルは保存されません。',
    }),
    unknown_part: () => ({
      title: 'フォームの不明なパート',
      advice:
        'ランでもフィードバックでも添付ファイルでもないパートです。ほかのパートは保存されています。クライアントを更新するか、バージョンを報告してください。',
    }),
    unsafe_json: () => ({
      title: '深すぎる JSON または使えないキー',
      advice:
        '記録の入れ子が 64 段を超えているか、同じキーが 2 回あるか、キー「__proto__」があります。リクエストのほかの記録は保存されています。',
    }),
    too_many_scores: () => ({
      title: 'スコアが多すぎます',
      advice:
        'このアカウントにはこれ以上スコアを保存できません。削除するか、古いスコアの期限切れをお待ちください。',
    }),
    score_of_another_key: () => ({
      title: '別のキーのスコア',
      advice:
        'この ID のスコアは別のキーまたは人が送信したものです。置き換えるには「write」スコープのキーが必要です。',
    }),
    too_many_open_spans: () => ({
      title: '終了していないスパンが多すぎる',
      advice:
        '開始したまま終了していないスパンが多すぎます。プログラムがスパンを終了しているか確認してください。',
    }),
    field_rule: (f) => ({
      title: 'field' in f ? `項目 ${f.field} が不正` : '項目が不正',
      advice: '項目が、例に示された規則を満たしていません。記録を作る側で修正してください。',
    }),
    other: () => ({
      title: 'その他の理由',
      advice: '例と、その時刻のクライアントのログを確認してください。',
    }),
  },
);
