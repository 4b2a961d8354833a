// Translates error answers of the service by their `reason`. Without a wording, and in English, the service's
// own sentence is shown.
import { isApiError, UNEXPECTED_ANSWER, type ApiError } from '#api';
import type { Language } from '#i18n';

export const ERRORS_JA: Readonly<Record<string, string>> = {
  access_key_required:
    'アクセスキーを入力してください。このバケットとエンドポイントのキーは保存されていません。',
  account_deleting: 'アカウントは削除中です。元に戻せません。',
  account_wide: 'アカウント全体に関する操作です。プロジェクトに限定されていないキーを使ってください。',
  already_decided: 'すでに決定されています。',
  already_invited: 'この人には有効な招待があります。再送するには、先にその招待を削除してください。',
  already_member: 'すでにこのアカウントのメンバーです。',
  api_key_required: 'API キーを入力してください。このアドレスのキーは保存されていません。',
  answer_too_large: '結果が 16 MiB を超えます。件数を減らすか、エクスポートを使ってください。',
  budget_exhausted: '予算が足りません。予算を増やすか、次の期間までお待ちください。',
  busy: '現在サインインが混み合っています。',
  changed_meanwhile: 'ほかの人が同時に変更しました。内容を確認してからもう一度お試しください。',
  classifier_unavailable: '分類器が設定されていません。サービスの運用者が設定します。',
  config_too_long: '設定が長すぎます。',
  consent_required: 'AI ヘルパーへの同意が必要です。「データとプライバシー」の設定で有効にできます。',
  content_key_unreadable: '内容を復号する鍵を、このサービスのマスターキーで読み取れません。',
  content_not_stored: 'アカウントがメッセージを保存していないため、エクスポートできません。',
  content_unreadable: '保存された内容を、このサービスのマスターキーで復号できません。',
  call_criterion: 'この基準はトレース全体の採点用ではありません。呼び出しを採点してください。',
  credential_ended: '使用中の認証情報が無効になりました。',
  dataset_empty: 'データセットに項目がありません。項目を追加してから実行してください。',
  dataset_frozen: 'データセットは固定されています。変更できるのは説明だけです。',
  default_project: '既定のプロジェクトは削除できません。',
  disk_full: 'サービスのディスクがいっぱいです。何も変更されていません。',
  email_taken: 'このメールアドレスはすでに登録されています。',
  embedder_unavailable: '埋め込みモデルが設定されていないか、接続できません。',
  empty_annotation: 'コメント、ラベル、評価のいずれかを入力してください。',
  erasures_unfinished: '終わっていない消去が多すぎます。完了を待ってください。',
  expired: '期限が切れました。エージェントがもう一度確認を求める必要があります。',
  export_busy: 'ほかのエクスポートを処理中です。',
  export_disabled: '毎日のエクスポートは無効です。先に有効にしてください。',
  export_running: 'このアカウントのエクスポートがまだ進行中です。完了を待つか、中止してください。',
  file_empty: 'ファイルが空です。',
  file_too_large: 'ファイルが大きすぎます。分割するか、JSON Lines で送ってください。',
  filter_too_long: 'フィルターが長すぎます。',
  folder_not_allowed:
    'フォルダーは相対パスで指定します。英数字と . _ - = @ を使い、/ で区切ってください。. と .. は使えません。',
  folders_not_allowed: 'サービスの運用者がフォルダーへの出力を許可していません。S3 を使ってください。',
  generator_unavailable: '生成モデルが設定されていないか、接続できません。',
  images_refused: 'プロバイダーが画像を受け付けませんでした。モデルが画像に対応していない可能性があります。',
  import_running: 'このアカウントの別のファイルを読み込み中です。少し待ってからもう一度お試しください。',
  insufficient_role: 'この操作に必要な権限がありません。',
  insufficient_scope: 'この操作に必要な権限がありません。',
  internal_error: 'サービス側で問題が発生しました。もう一度お試しください。',
  invalid_csv: 'ファイルが正しい CSV ではありません。',
  invalid_file: 'ファイルの内容がオブジェクトの一覧ではありません。',
  invalid_login: 'メールアドレスまたはパスワードが違います。',
  invalid_messages: 'チャットプロンプトのメッセージが正しくありません。',
  invalid_output_schema: 'プロンプトの版の出力スキーマが JSON オブジェクトではありません。',
  invalid_parquet: '読み込める Parquet ファイルではありません。',
  invalid_routing_key: 'ルーティングキーの形式が正しくありません。Events API v2 のキーをコピーしてください。',
  invalid_text: 'テキストに使えない文字が含まれています。',
  invalid_token: 'このリンクは使用済みか、期限が切れています。新しいリンクを取得してください。',
  invalid_tools: 'プロンプトの版のツールの形式が正しくありません。',
  invitation_accepted: 'この招待は承諾済みです。代わりにメンバーを削除してください。',
  judge_unavailable: '判定モデルが設定されていないか、接続できません。',
  label_taken: 'このラベルには、同じ名前の別の版がすでにデプロイされています。',
  last_owner: 'アカウントには所有者が必要です。先に別のメンバーを所有者にしてください。',
  limit_reached: '作成できる数の上限に達しました。不要なものを削除してください。',
  key_unreadable: '保存されたキーを、このサービスのマスターキーで読み取れません。もう一度入力してください。',
  malformed_answer: '応答がこのプロバイダーの形式ではありません。',
  masked_value: '伏せられた値です。値全体を入力してください。',
  metadata_not_synced: '変更をディスクに書き込めませんでした。サービスの再起動が必要です。',
  metadata_unavailable: 'データベースが応答していません。',
  model_not_allowed: 'このモデルは接続で許可されていません。',
  name_taken: 'この名前はすでに使われています。',
  no_account: 'どのアカウントのメンバーでもありません。招待を依頼してください。',
  no_credit: 'プロバイダーのアカウントに残高がありません。',
  not_recorded: 'これはサンプルデータの記録です。この入力への回答はありません。',
  recorded_model:
    '記録済みモデルはサンプルデータの一部で、変更できません。サンプルデータと一緒に削除されます。',
  no_previous_version: 'このラベルに以前デプロイされた版がありません。',
  not_found: '見つかりません。削除された可能性があります。',
  not_https: 'アドレスは https:// で始まる必要があります。',
  blocked_address:
    '公開アドレスではありません。サービスの運用者が許可したネットワークを除き、公開アドレスにのみ送信できます。',
  blocked_port: 'このポートは HTTPS では使えません。',
  credentials_in_url: 'URL にユーザー名やパスワードを含めることはできません。',
  invalid_url: 'https://hooks.example.com/path のような URL を入力してください。',
  url_too_long: 'URL が長すぎます。',
  number_too_large: '数値が大きすぎます。',
  overloaded: '処理が混み合っています。',
  password_login_off: 'パスワードでのサインインは無効です。シングルサインオンを使ってください。',
  password_required: 'パスワードを入力してください。',
  plaintext_disabled:
    '分類する内容がありません。「データとプライバシー」の設定でメッセージの保存を有効にしてください。',
  plan_required: '現在のプランではこの操作を利用できません。',
  project_not_found: 'プロジェクトが見つかりません。',
  prompt_deployed: 'この版はデプロイ中です。先に別の版をデプロイしてください。',
  provider_error: 'プロバイダーで問題が発生しました。後でもう一度お試しください。',
  query_too_slow: '集計に時間がかかりすぎました。期間を短くしてください。',
  rate_limited: 'リクエストが多すぎます。',
  records_behind: '保存したばかりの記録をまだ読み取れません。',
  records_unavailable: '記録のデータベースが応答していません。',
  rejected: 'プロバイダーがリクエストを拒否しました。',
  reprice_running: '価格の再計算がすでに進行中です。完了してからもう一度お試しください。',
  rubrics_busy: 'ルールの確認が混み合っています。',
  run_ended: 'この実行はすでに終わっています。',
  run_not_completed: '完了した実行だけを比較できます。',
  same_run: '同じ実行どうしは比較できません。',
  sample_data_removed: '読み込み中にサンプルデータが削除されました。もう一度読み込んでください。',
  scope_mismatch: '基準の対象が合いません。対象の合う基準を選んでください。',
  search_too_broad: '該当する呼び出しが多すぎます。期間を短くするか、語を追加してください。',
  sign_in_again:
    'サインインから 10 分以上たっています。サインアウトしてサインインし直してから、もう一度お試しください。',
  sign_in_first: 'この招待のメールアドレスは登録済みです。サインインしてから承諾してください。',
  signup_closed: '新規登録は受け付けていません。メンバーに招待を依頼してください。',
  split_differs: 'データセットの異なる項目に対する実行どうしは比較できません。',
  stopping: 'サービスが停止中です。',
  subscription_canceled: '契約が解約されています。先に更新してください。',
  timeout: 'プロバイダーが時間内に応答しませんでした。',
  too_many_annotations: '注釈が多すぎます。不要なものを削除してください。',
  too_many_criteria: '基準が多すぎます。採点に使う基準を選んでください。',
  too_many_columns: '列が多すぎます。',
  too_many_queries: '応答を待っている問い合わせが多すぎます。',
  too_many_rows: 'ファイルの行が多すぎます。分割してください。',
  too_many_runs: '実行中のものが多すぎます。どれかが終わるのを待ってください。',
  trajectory_criterion: 'トレースやセッション全体を対象とする基準です。保存された呼び出しでお試しください。',
  unknown_code: 'このコードで待っているログインはありません。ターミナルでもう一度始めてください。',
  unknown_model: 'モデルが存在しないか、ベース URL が違います。',
  unreachable: 'プロバイダーに接続できませんでした。',
  until_in_past: '未来の日時を指定してください。',
  variable_missing: '値のない変数があります。',
  variables_too_long: '変数が長すぎます。',
  protected_label:
    '保護されたラベルです。変更できるのは、オーナー、管理者、スコープを限定していない API キーだけです。',
  reference_invalid: 'ほかのプロンプトへの参照には、名前と、ラベルまたはバージョンが必要です。',
  reference_not_found: '参照しているプロンプトが見つかりません。',
  reference_not_text: 'ほかのプロンプトに含められるのは、テキストプロンプトだけです。',
  references_too_deep: 'プロンプトの入れ子が深すぎます。5 段までです。',
  references_too_long: '含まれるプロンプトを展開すると長すぎます。',
  references_too_many: '1 つのプロンプトに含められるプロンプトは 100 件までです。',
  version_exists: 'この名前と版のプロンプトはすでにあります。別の版を使ってください。',
  where_too_large: '条件の値が多すぎます。値を減らしてください。',
  webhook_disabled: 'Webhook は無効です。先に有効にしてください。',
  window_too_long: '期間が長すぎます。',
  wrong_key: 'キーが受け付けられないか、このモデルを使う権限がありません。',
  wrong_password: '現在のパスワードが違います。',
};

const wordingOf = ({ reason }: ApiError, language: Language): string | null =>
  language === 'ja' && Object.hasOwn(ERRORS_JA, reason) ? (ERRORS_JA[reason] ?? null) : null;

/** Null if the answer did not come from the service. */
export const errorWords = (error: ApiError, language: Language): string | null =>
  error.reason === UNEXPECTED_ANSWER ? null : (wordingOf(error, language) ?? error.message);

/** The service's error for one field: `details[].path` ends with its name, such as `name` or `items.0.name`. */
export function fieldFault(error: unknown, name: string, language: Language): string | null {
  if (!isApiError(error)) return null;
  const wanted = name.split('.');
  const isAbout = (path: string) =>
    wanted.every((part, at) => path.split(/[./]/).at(at - wanted.length) === part);
  const fault = error.details.find(({ path }) => isAbout(path));
  if (!fault) return null;
  if (language === 'en') return fault.message;
  return wordingOf(error, language) ?? `この値は使えません（${fault.message}）`;
}
