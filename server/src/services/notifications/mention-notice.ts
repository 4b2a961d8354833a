// The email to a member whom a comment mentions. It has neither the text nor the record: both are content or may
// name a person, and deliveries are kept for weeks. The link leads to the comment.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { write, type MailContent } from './channels/email.ts';
import type { Draft } from './queue.ts';

export const MENTION = 'comment.mention';

interface MentionNotice {
  type: typeof MENTION;
  timestamp: string;
  data: { commentId: string; author: string; accountName: string; dashboardUrl: string };
}

/** The target of the delivery. The address is looked up when it is sent. */
export interface Mentioned {
  userId: string;
}

/** One for each person; none if the service sends no mail. */
export function mentionNotices(
  { account, actor, clock, config, mailer }: Context,
  commentId: string,
  userIds: readonly string[],
): (Draft & { to: Mentioned })[] {
  if (!mailer.configured) return [];
  const author = actor.type === 'user' ? actor.name.trim() || actor.email : 'An API key';
  const notice: MentionNotice = {
    type: MENTION,
    timestamp: isoTime(clock.now()),
    data: {
      commentId,
      author,
      accountName: account.name,
      dashboardUrl: `${config.publicUrl}/comments/${commentId}`,
    },
  };
  const body = JSON.stringify(notice);
  return userIds.map((userId) => ({
    account_id: account.id,
    kind: 'notice',
    channel: 'email',
    event: MENTION,
    body,
    to: { userId },
  }));
}

export const renderMention = ({ data }: MentionNotice): MailContent =>
  write({
    subject: `[Tracewell] ${data.author} mentioned you in a comment`,
    heading: `${data.author} mentioned you in a comment`,
    lines: [],
    facts: [{ name: 'Account', value: data.accountName }],
    link: { text: 'Read it in Tracewell', url: data.dashboardUrl },
  });

export const readMention = (body: string): MentionNotice => JSON.parse(body) as MentionNotice;
