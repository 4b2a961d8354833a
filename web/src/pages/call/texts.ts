import { defineTexts } from '#i18n';

export const pageTexts = defineTexts(
  {
    call: 'Call',
    calls: 'Calls',
    ok: 'OK',
    failed: 'Failed',
    toCalls: 'All calls',
    notThere: 'Call not found',
    notThereAbout:
      'It is older than your retention period, was never sent, or belongs to another account or project.',
  },
  {
    call: '呼び出し',
    calls: '呼び出し',
    ok: '成功',
    failed: '失敗',
    toCalls: '呼び出し一覧',
    notThere: 'この呼び出しは見つかりません',
    notThereAbout:
      'プランの保存期間を過ぎたか、送信されていないか、別のアカウントまたはプロジェクトのものです。',
  },
);
