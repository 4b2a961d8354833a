// The comments that mention the reader.
import { AtSign, CheckCheck } from 'lucide-react';
import { useGetPages, useRows, useSend, type Answer } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Card,
  CommentEntry,
  EmptyState,
  Loaded,
  LoadMore,
  Page,
  SkeletonRows,
} from '#ui';
import { commentPlace } from './link.ts';
import { mentionTexts } from './texts.ts';

const commentsIn = ({ comments }: Answer<'get', '/v1/comments'>) => comments;

export function MentionsPage() {
  const texts = useTexts(mentionTexts);
  const { asked, rows } = useRows(
    useGetPages('/v1/comments', { query: { mentioned: true, limit: 50 } }),
    commentsIn,
  );
  const read = useSend('post', '/v1/comments/read', { changes: ['/v1/comments'] });
  const unread = rows.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        unread.length > 0 && (
          <Button
            size="small"
            busy={read.isPending}
            icon={<CheckCheck size={16} aria-hidden />}
            onClick={() => read.mutate({ body: { ids: unread.slice(0, 200) } })}
          >
            {texts.allRead}
          </Button>
        )
      }
    >
      <Card>
        <Loaded
          of={asked}
          error="notice"
          skeleton={<SkeletonRows rows={4} />}
          empty={
            rows.length === 0 && (
              <EmptyState icon={<AtSign size={22} aria-hidden />} title={texts.none}>
                {texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <ul className="grid min-w-0 gap-4">
              {rows.map((comment) => (
                <li
                  key={comment.id}
                  className="grid min-w-0 items-start gap-x-4 gap-y-2 border-t pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <CommentEntry comment={comment} saysWhere onDelete={null} />
                  <ButtonLink size="small" {...commentPlace(comment.on)}>
                    {texts.open}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      <LoadMore pages={asked} />
    </Page>
  );
}
