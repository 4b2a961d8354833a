import { defineTexts } from '#i18n';
import { plural } from '#lib/worded';

export const estimateTexts = defineTexts(
  {
    title: 'Estimate',
    perMonth: (amount: string) => `about ${amount} a month`,
    perDay: (amount: string) => `${amount} a day`,
    free: 'free',
    unknown: 'cost unknown',
    scored: {
      call: (scored: string, matching: string) =>
        `${scored} of ${matching} matching calls a day would be scored.`,
      trace: (scored: string, matching: string) =>
        `${scored} of ${matching} matching traces a day would be scored.`,
      session: (scored: string, matching: string) =>
        `${scored} of ${matching} matching sessions a day would be scored.`,
    },
    noCalls: 'No call of the last 7 days matches, so nothing would have been scored.',
    over: (days: string, count: number) => `From the calls of the last ${days} ${plural(count, 'day')}.`,
    content: {
      call: (percent: string) =>
        `Only ${percent} of the newest matching calls have stored messages; others cannot be scored.`,
      trace: (percent: string) =>
        `Only ${percent} of the newest matching traces have stored messages; others cannot be scored.`,
      session: (percent: string) =>
        `Only ${percent} of the newest matching sessions have stored messages; others cannot be scored.`,
    },
    basis: {
      free: 'This criterion asks no model.',
      measured: (cost: string, shown: string, model: string, count: number) =>
        `${cost} a score: the mean of ${shown} past ${plural(count, 'score')} by ${model}.`,
      tokens: (cost: string, tokens: string, model: string) =>
        `${cost} a score: about ${tokens} tokens, at the price of ${model}.`,
      unknown_price: (model: string) => `The price of ${model} is not known.`,
      no_model: 'No model is set up to judge. Scores wait until there is one.',
    },
    budget: (left: string) => `${left} of the budget for AI features is left this month`,
    connectionBudget: (left: string, name: string) => `${left} of the budget of “${name}” is left this month`,
    lasts: (days: string, count: number) => `, enough for ${days} ${plural(count, 'day')}.`,
    tooShort: 'The rule pauses when the budget is used up. A smaller share or a narrower filter helps.',
  },
  {
    title: '見積もり',
    perMonth: (amount) => `月に約 ${amount}`,
    perDay: (amount) => `1 日 ${amount}`,
    free: '無料',
    unknown: '費用は不明',
    scored: {
      call: (scored, matching) => `1 日に合致する呼び出し ${matching} 件のうち ${scored} 件を採点します。`,
      trace: (scored, matching) => `1 日に合致するトレース ${matching} 件のうち ${scored} 件を採点します。`,
      session: (scored, matching) =>
        `1 日に合致するセッション ${matching} 件のうち ${scored} 件を採点します。`,
    },
    noCalls: '過去 7 日間に条件に合う呼び出しがないため、採点はありません。',
    over: (days) => `過去 ${days} 日間の呼び出しに基づきます。`,
    content: {
      call: (percent) =>
        `最近の合致する呼び出しのうち、メッセージが保存されているのは ${percent} だけです。他は採点できません。`,
      trace: (percent) =>
        `最近の合致するトレースのうち、メッセージが保存されているのは ${percent} だけです。他は採点できません。`,
      session: (percent) =>
        `最近の合致するセッションのうち、メッセージが保存されているのは ${percent} だけです。他は採点できません。`,
    },
    basis: {
      free: 'この基準はモデルを使いません。',
      measured: (cost, shown, model) => `1 件 ${cost}: ${model} によるこれまでの ${shown} 件の平均です。`,
      tokens: (cost, tokens, model) => `1 件 ${cost}: 約 ${tokens} トークン、${model} の価格です。`,
      unknown_price: (model) => `${model} の価格がわかりません。`,
      no_model: '判定するモデルが設定されていません。設定されるまで採点は待機します。',
    },
    budget: (left) => `今月の AI 機能の予算の残りは ${left}`,
    connectionBudget: (left, name) => `今月の「${name}」の予算の残りは ${left}`,
    lasts: (days) => `、約 ${days} 日分です。`,
    tooShort: '予算を使い切るとルールは停止します。割合を下げるか、条件を絞ってください。',
  },
);
