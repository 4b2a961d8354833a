import type { Schemas } from '#api';
import { defineWordings, onOneLine, wordFor } from '#lib/worded';

export const gateWordings = defineWordings<Schemas['GateFigures']>(
  {
    policy_denies: ({ policy }) => `The policy “${onOneLine(policy)}” forbids this.`,
    policy_asks: ({ policy }) => `The policy “${onOneLine(policy)}” requires approval for this.`,
    budget_exceeded: ({ budget, period, limitUsd, spentUsd, heldUsd, askedUsd }, format) =>
      `The budget “${onOneLine(budget)}” of ${format.money(limitUsd)} ${wordFor({ day: 'a day', week: 'a week', month: 'a month' }, period)} is not enough: ${[
        `${format.money(spentUsd)} spent`,
        ...(heldUsd > 0 ? [`${format.money(heldUsd)} held`] : []),
        ...(askedUsd > 0 ? [`${format.money(askedUsd)} asked for`] : []),
      ].join(', ')}.`,
    budget_unpriced: ({ budget, calls, tokens, onUnpriced }, format) =>
      `The amount spent from the budget “${onOneLine(budget)}” does not include ${format.count(calls)} ${calls === 1 ? 'call' : 'calls'} without a price (${format.count(tokens)} tokens). Because of its setting for them, the step is ${wordFor({ warn: 'allowed', deny: 'refused' }, onUnpriced)}.`,
    budget_unknown: ({ budget, failMode }) =>
      `The amount spent from the budget “${onOneLine(budget)}” is not known at the moment. Because of its fail mode, the step is ${wordFor({ open: 'allowed', closed: 'refused' }, failMode)}.`,
    budget_not_held: ({ budget, failMode }) =>
      `No amount can be reserved from the budget “${onOneLine(budget)}” at the moment. Because of its fail mode, the step is ${wordFor({ open: 'allowed', closed: 'refused' }, failMode)}.`,
  },
  {
    policy_denies: ({ policy }) => `ポリシー「${onOneLine(policy)}」により禁止されています。`,
    policy_asks: ({ policy }) => `ポリシー「${onOneLine(policy)}」により担当者の承認が必要です。`,
    budget_exceeded: ({ budget, period, limitUsd, spentUsd, heldUsd, askedUsd }, format) =>
      `予算「${onOneLine(budget)}」（${wordFor({ day: '1 日', week: '1 週間', month: '1 か月' }, period)} ${format.money(limitUsd)}）が不足しています。${[
        `使用済み ${format.money(spentUsd)}`,
        ...(heldUsd > 0 ? [`確保中 ${format.money(heldUsd)}`] : []),
        ...(askedUsd > 0 ? [`今回の見積もり ${format.money(askedUsd)}`] : []),
      ].join('、')}。`,
    budget_unpriced: ({ budget, calls, tokens, onUnpriced }, format) =>
      `予算「${onOneLine(budget)}」の使用額には、価格が不明な呼び出し ${format.count(calls)} 件 (${format.count(tokens)} トークン) が含まれていません。その設定により${wordFor({ warn: '許可', deny: '拒否' }, onUnpriced)}されます。`,
    budget_unknown: ({ budget, failMode }) =>
      `予算「${onOneLine(budget)}」の使用額を現在確認できません。判定できないときの設定により${wordFor({ open: '許可', closed: '拒否' }, failMode)}されます。`,
    budget_not_held: ({ budget, failMode }) =>
      `予算「${onOneLine(budget)}」の金額を現在確保できません。判定できないときの設定により${wordFor({ open: '許可', closed: '拒否' }, failMode)}されます。`,
  },
);
