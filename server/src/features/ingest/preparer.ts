// Prepares the bodies of requests, in this thread or in the second one (thread/choose-preparer.ts). Both give the same
// rows.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { needsCalls } from '#core/hooks';
import { priceBookFor } from '#services/prices';
import type { SpanLookUp } from './make-spans.ts';
import { preparationBy, type AccountRules, type RequestRules } from './prepare.ts';
import { prepareBody, type Body, type BodyKind, type Prepared } from './prepare-body.ts';

/** The rules for a request, and the questions that only the main thread can answer. */
export interface PrepareOrder {
  rules: AccountRules;
  request: RequestRules;
  lookUp: SpanLookUp;
}

export interface Preparer {
  /** The memory of the body is the preparer's from now on. */
  prepare<Kind extends BodyKind>(
    ctx: Context,
    order: PrepareOrder,
    body: Body<Kind>,
  ): Promise<Prepared<Kind>>;
}

export const inThisThread: Preparer = {
  prepare: (ctx, { rules, request, lookUp }, body) =>
    prepareBody(body, {
      how: preparationBy(rules, priceBookFor(ctx.account, ctx.config), request),
      pace: new Pace(ctx.account),
      lookUp,
      needsCalls: needsCalls(ctx),
    }),
};
