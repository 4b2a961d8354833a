import { defineTexts } from '#i18n';

export const ssoTexts = defineTexts(
  {
    continueWith: (name: string) => `Continue with ${name}`,
    or: 'or',
    passwordOff: 'This service has no passwords. Sign in the same way as to your other tools.',
    inviteSso: 'Continue as the person whose email address was invited.',
    requestId: 'For the operator of this service:',
    reasons: {
      expired: 'This sign-in took too long, or was started in another window. Try again.',
      cancelled: 'You did not finish signing in at the provider. Try again when you are ready.',
      provider_error:
        'The provider did not confirm your sign-in. Try again. If this continues, contact the operator of this service.',
      provider_unreachable: 'The provider cannot be reached at the moment. Wait a minute and try again.',
      rate_limited: 'Too many sign-ins failed from your network. Wait a few minutes and try again.',
      email_missing:
        'The provider did not send your email address. Ask the operator of this service to allow it there.',
      email_unverified: 'The provider has not verified your email address. Verify it there, then try again.',
      email_domain: 'The domain of your email address may not sign in here. Use your company address.',
      group_missing: 'You are not in a group that may sign in. Ask your administrator to add you to one.',
      no_role: 'None of your groups has a role here. Ask your administrator to add you to one that has.',
      not_invited: 'No one has invited you yet. Ask an admin of the account for an invitation.',
      removed: 'You are no longer a member of the account. Ask one of its admins for an invitation.',
      other_identity:
        'Another identity of the provider is linked to the user with your email address. Ask the operator of this service for help.',
      email_taken:
        'A user with your email address signed up here with a password, and the address was not verified. Ask the operator of this service for help.',
      plan_required: 'The plan of the account is for one person. Ask its owner for the Team plan.',
      no_account: 'There is no account that you could join. Ask the operator of this service.',
      failed: 'Signing in failed inside this service. Try again, or contact its operator.',
    },
  },
  {
    continueWith: (name) => `${name} で続ける`,
    or: 'または',
    passwordOff: 'このサービスではパスワードを使いません。普段のシングルサインオンでサインインしてください。',
    inviteSso: '招待されたメールアドレスの方として続けてください。',
    requestId: 'サービスの運用者への連絡用:',
    reasons: {
      expired: 'サインインに時間がかかりすぎたか、別のウィンドウで開始されました。もう一度お試しください。',
      cancelled: '認証元でのサインインが完了しませんでした。準備ができたら、もう一度お試しください。',
      provider_error:
        '認証元でサインインを確認できませんでした。もう一度お試しください。続く場合は、サービスの運用者に連絡してください。',
      provider_unreachable: '認証元に接続できません。1 分ほど待ってから、もう一度お試しください。',
      rate_limited:
        'お使いのネットワークからのサインインの失敗が多すぎます。数分待ってから、もう一度お試しください。',
      email_missing:
        '認証元からメールアドレスが届きませんでした。サービスの運用者に、送信の許可を依頼してください。',
      email_unverified:
        'メールアドレスが認証元で確認されていません。認証元で確認を済ませてから、もう一度お試しください。',
      email_domain:
        'このメールアドレスのドメインではサインインできません。会社のメールアドレスを使ってください。',
      group_missing: 'サインインできるグループに入っていません。管理者に追加を依頼してください。',
      no_role: '役割のあるグループに入っていません。管理者に追加を依頼してください。',
      not_invited: 'まだ招待されていません。アカウントの管理者に招待を依頼してください。',
      removed: 'このアカウントのメンバーではなくなりました。管理者に招待を依頼してください。',
      other_identity:
        'このメールアドレスのユーザーには、認証元の別の ID が結び付けられています。サービスの運用者に相談してください。',
      email_taken:
        'このメールアドレスのユーザーがパスワードで登録されていますが、本人の確認ができません。サービスの運用者に相談してください。',
      plan_required: 'アカウントのプランは 1 人用です。所有者に Team プランを依頼してください。',
      no_account: '参加できるアカウントがありません。サービスの運用者に相談してください。',
      failed: 'サービス側の問題でサインインできませんでした。もう一度試すか、運用者に連絡してください。',
    },
  },
);
