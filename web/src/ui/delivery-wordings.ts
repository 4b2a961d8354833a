// Reasons why a message was not delivered.
import type { Schemas } from '#api';
import { defineWordings, wordFor } from '#lib/worded';

export const deliveryWordings = defineWordings<Schemas['DeliveryFigures']>(
  {
    blocked_address: ({ host }) =>
      `${host} is not a public address. Messages are sent to public addresses only, unless the operator of the service allows this network.`,
    not_https: ({ host }) => `The address of ${host} must begin with https://.`,
    dns_failed: ({ host }) => `The host name ${host} cannot be resolved.`,
    unreachable: ({ host }) => `Could not connect to ${host}.`,
    closed_early: ({ host }) => `${host} closed the connection before it answered.`,
    tls_failed: ({ host, why }) =>
      `${wordFor({ self_signed: 'The certificate is self-signed', expired: 'The certificate has expired', not_yet_valid: 'The certificate is not valid yet', other_name: 'The certificate is for a different name', unknown_authority: 'The certificate comes from an unknown authority, or its chain is incomplete', handshake: 'The TLS handshake failed' }, why)} (${host}).`,
    timeout_name: ({ host, seconds }) => `The host name ${host} could not be resolved within ${seconds} s.`,
    timeout: ({ host, stage, seconds }) =>
      `${host} ${wordFor({ connect: 'could not be connected to', tls: 'did not finish the TLS handshake', headers: 'did not answer', body: 'did not finish its answer' }, stage)} within ${seconds} s.`,
    too_many_headers: ({ host }) => `${host} sent too many headers.`,
    not_http: ({ host }) => `${host} did not answer in HTTP.`,
    delivered: ({ status, durationMs }, { duration }) =>
      `Delivered: the receiver answered ${status} in ${duration(durationMs)}.`,
    email_taken: ({ durationMs }, { duration }) =>
      `Sent: the mail server accepted the message in ${duration(durationMs)}.`,
    redirects: ({ status }) =>
      `The receiver answered ${status}. Redirects are not followed: use the target address instead.`,
    gone: () => 'The receiver answered 410: it is gone for good.',
    rejected: ({ status }) => `The receiver answered ${status}.`,
    email_unconfigured: () => 'This service cannot send email: TRACEWELL_SMTP_URL is not set.',
    no_owner: () => 'There is no recipient: the account has no owner.',
    email_rejected: ({ status }) => `The mail server rejected it (${status}).`,
    email_failed: () => 'The mail server could not be reached, or took too long.',
    webhook_disabled: () => 'The webhook is disabled.',
    cleared: () => 'The condition cleared before this was delivered.',
    fired_again: () => 'The alert fired again before this was delivered.',
  },
  {
    blocked_address: ({ host }) =>
      `${host} は公開アドレスではありません。サービスの運用者がネットワークを許可しない限り、公開アドレスにのみ送信します。`,
    not_https: ({ host }) => `${host} のアドレスは https:// で始まる必要があります。`,
    dns_failed: ({ host }) => `${host} の名前が見つかりません。`,
    unreachable: ({ host }) => `${host} に接続できませんでした。`,
    closed_early: ({ host }) => `${host} は応答する前に接続を閉じました。`,
    tls_failed: ({ host, why }) =>
      `${wordFor({ self_signed: '自己署名の証明書です', expired: '証明書の有効期限が切れています', not_yet_valid: '証明書がまだ有効ではありません', other_name: '証明書が別の名前のものです', unknown_authority: '証明書の認証局が不明か、チェーンが不完全です', handshake: 'TLS ハンドシェイクに失敗しました' }, why)}（${host}）。`,
    timeout_name: ({ host, seconds }) => `${host} の名前を ${seconds} 秒以内に解決できませんでした。`,
    timeout: ({ host, stage, seconds }) =>
      `${wordFor({ connect: `${host} に ${seconds} 秒以内に接続できませんでした`, tls: `${host} との TLS ハンドシェイクが ${seconds} 秒以内に終わりませんでした`, headers: `${host} は ${seconds} 秒以内に応答しませんでした`, body: `${host} の応答が ${seconds} 秒以内に終わりませんでした` }, stage)}。`,
    too_many_headers: ({ host }) => `${host} が送信したヘッダーが多すぎます。`,
    not_http: ({ host }) => `${host} の応答が HTTP ではありません。`,
    delivered: ({ status, durationMs }, { duration }) =>
      `送信しました。受信側は ${duration(durationMs)} で ${status} を返しました。`,
    email_taken: ({ durationMs }, { duration }) =>
      `送信しました。メールサーバーは ${duration(durationMs)} で受け付けました。`,
    redirects: ({ status }) =>
      `受信側が ${status} を返しました。リダイレクトには従いません。転送先のアドレスを設定してください。`,
    gone: () => '受信側が 410 を返しました。宛先はもう存在しません。',
    rejected: ({ status }) => `受信側が ${status} を返しました。`,
    email_unconfigured: () =>
      'このサービスはメールを送信できません。TRACEWELL_SMTP_URL が設定されていません。',
    no_owner: () => 'アカウントに所有者がいないため、宛先がありません。',
    email_rejected: ({ status }) => `メールサーバーが受け付けませんでした（${status}）。`,
    email_failed: () => 'メールサーバーに接続できないか、時間がかかりすぎました。',
    webhook_disabled: () => 'Webhook は無効です。',
    cleared: () => '配信の前に条件が解消しました。',
    fired_again: () => '配信の前にアラートが再び発生しました。',
  },
);
