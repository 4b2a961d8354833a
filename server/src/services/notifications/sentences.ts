// Reasons why a message was not delivered.
import { figuresOfSentences, FigureValues } from '#lib/figures';
import { outboundSentences } from '#lib/outbound/sentences';
import { numberFigure, sentence, sentences, type CodeOf, type Said } from '#lib/sentences';

const deliverySentences = sentences({
  ...outboundSentences.byCode,
  delivered: sentence`Delivered: the receiver answered ${numberFigure('status')} in ${numberFigure('durationMs')} ms.`,
  email_taken: sentence`The mail server took the message in ${numberFigure('durationMs')} ms.`,
  redirects: sentence`The receiver answered ${numberFigure('status')}; redirects are not followed. Set the address it leads to.`,
  gone: sentence`The receiver answered 410: it is gone for good.`,
  rejected: sentence`The receiver answered ${numberFigure('status')}.`,
  email_unconfigured: sentence`This service cannot send email: TRACEWELL_SMTP_URL is not set.`,
  no_owner: sentence`There is no one to write to: the account has no owner.`,
  email_rejected: sentence`The mail server did not take it (${numberFigure('status')}).`,
  email_failed: sentence`The mail server could not be reached, or took too long.`,
  webhook_disabled: sentence`The webhook is disabled.`,
  cleared: sentence`The condition cleared before this was delivered.`,
  fired_again: sentence`The alert fired again before this was delivered.`,
});
export const { say } = deliverySentences;

export type DeliverySaid = Said<CodeOf<typeof deliverySentences> | null>;

const DeliveryFigures = figuresOfSentences('DeliveryFigures', deliverySentences.byCode);
export const DeliveryFigureValues = FigureValues(
  DeliveryFigures,
  'The figures in the sentence; empty without a code',
);
