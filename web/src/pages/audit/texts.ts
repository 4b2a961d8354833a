import { defineTexts } from '#i18n';

export const auditTexts = defineTexts(
  {
    title: 'Audit log',
    about: 'Every change in the account: who, what, when, from where.',
    notAllowed: 'Only owners and admins can read the audit log',
    notAllowedAbout: (role: string) =>
      `Your role is ${role}. Ask one of them if you need to know who changed something.`,
    chain: 'Hash chain',
    chainAbout:
      'Each entry contains the hash of the previous one, so any change, removal or insertion is detectable.',
    verify: 'Verify the chain',
    head: 'Head',
    headAbout: 'Keep a copy elsewhere. It can later prove that no earlier entry was changed or removed.',
    whole: (entries: string, at: string) =>
      `The chain is intact: all ${entries} entries match (checked at ${at}).`,
    broken: (id: string, entries: string) =>
      `The chain is broken: entry #${id} of ${entries} does not match. This entry or an earlier one was changed, removed or inserted outside of the service.`,
    action: 'Action',
    actor: 'By',
    anybody: 'Anyone',
    actorGroups: { user: 'person', key: 'API key' },
    anyAction: 'Any action',
    time: 'Time',
    anyTime: 'Any time',
    clear: 'Clear filters',
    only: (what: string) => `Only ${what}`,
    columns: {
      what: 'What',
      when: 'When',
      who: 'By',
      target: 'Target',
      with: 'Values',
      ip: 'Address',
    },
    actorTypes: (type: string) => (type === 'key' ? 'API key' : type === 'user' ? 'person' : type),
    by: (who: string) => `by ${who}`,
    unknown: 'unknown',
    details: 'Details',
    detailsOf: (id: number) => `Details of entry ${id}`,
    none: 'No entries yet',
    noneAbout: 'Changes to keys, prompts, alerts and everything else will be listed here.',
    noneFound: 'No entries match these filters',
    noneFoundAbout:
      'Enter the full name of an action, such as project.create. Clear a filter, or choose a longer period.',
  },
  {
    title: '監査ログ',
    about: 'アカウントのすべての変更を、誰が・何を・いつ・どこから、の形で記録します。',
    notAllowed: '監査ログは所有者と管理者が閲覧できます',
    notAllowedAbout: (role) =>
      `あなたの役割は ${role} です。変更者を知りたい場合は所有者か管理者に尋ねてください。`,
    chain: 'チェーン',
    chainAbout: '各記録は直前の記録のハッシュを持つため、変更・削除・挿入は必ず検出されます。',
    verify: 'チェーンを検証',
    head: '先頭ハッシュ',
    headAbout: '別の場所に控えておくと、それ以前の記録が変更・切り捨てられていないことを後で確かめられます。',
    whole: (entries, at) => `チェーンは正常です。${entries} 件すべてが一致しました (${at} に確認)。`,
    broken: (id, entries) =>
      `チェーンが壊れています。${entries} 件のうち #${id} が一致しません。この記録かそれ以前の記録が、サービスの外で変更・削除・挿入されました。`,
    action: '操作',
    actor: '実行者',
    anybody: 'すべて',
    actorGroups: { user: 'メンバー', key: 'API キー' },
    anyAction: 'すべての操作',
    time: '日時',
    anyTime: 'すべての期間',
    clear: 'フィルターを解除',
    only: (what) => `${what} のみ表示`,
    columns: {
      what: '操作',
      when: '日時',
      who: '実行者',
      target: '対象',
      with: '内容',
      ip: 'アドレス',
    },
    actorTypes: (type) =>
      type === 'key'
        ? 'API キー'
        : type === 'user'
          ? 'メンバー'
          : type === 'operator'
            ? '運用者'
            : 'システム',
    by: (who) => `実行者 ${who}`,
    unknown: '不明',
    details: '詳細',
    detailsOf: (id) => `記録 ${id} の詳細`,
    none: '記録はまだありません',
    noneAbout: 'キー、プロンプト、アラートなどの変更がここに並びます。',
    noneFound: 'この条件に合う記録はありません',
    noneFoundAbout:
      '操作は project.create のように完全な名前で指定します。条件を外すか、期間を広げてください。',
  },
);
