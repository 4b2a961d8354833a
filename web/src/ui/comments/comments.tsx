// What people say about a call, a span, a run or a session: read, written and deleted here. Mentions of the reader
// are marked as read when they are shown.
import { useEffect, useRef, useState } from 'react';
import { useGetPages, useRows, useSend, useSession, type Answer, type Input } from '#api';
import { useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { Field } from '../form/field.tsx';
import { faultOf } from '../form/form.tsx';
import { ErrorNotice } from '../error-state.tsx';
import { LoadMore } from '../list/load-more.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { say } from '../toast.tsx';
import { CommentEntry, type CommentData } from './comment-entry.tsx';
import { MentionArea } from './mention-area.tsx';
import { commentTexts } from './texts.ts';
import { useMembers } from './use-members.ts';

const PATH = '/v1/comments';
const MAX_TEXT = 4_000;

type CommentOn = Input<'post', '/v1/comments'>['body']['on'];

const commentsIn = ({ comments }: Answer<'get', '/v1/comments'>): readonly CommentData[] => comments;

export function useComments(on: CommentOn) {
  return useRows(useGetPages(PATH, { query: { ...on, limit: 50 } }), commentsIn);
}

export function Comments({ on }: { on: CommentOn }) {
  const texts = useTexts(commentTexts);
  const mayWrite = useSession().role !== 'viewer';
  const { asked, rows } = useComments(on);
  const [deleting, setDeleting] = useState<CommentData | null>(null);
  useRead(rows);
  const isRun = on.traceId !== undefined && on.spanId === undefined;
  return (
    <div className="grid min-w-0 gap-4">
      {mayWrite && <NewComment key={JSON.stringify(on)} on={on} />}
      <Loaded
        of={asked}
        error="notice"
        skeleton={<SkeletonRows rows={2} />}
        empty={rows.length === 0 && <p className="text-muted">{texts.none}</p>}
      >
        {() => (
          <ul aria-label={texts.title} className="grid min-w-0 gap-3">
            {rows.map((comment) => (
              <li key={comment.id} className="min-w-0 border-t pt-2">
                <CommentEntry
                  comment={comment}
                  saysWhere={isRun}
                  onDelete={mayWrite && comment.mayDelete ? () => setDeleting(comment) : null}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <LoadMore pages={asked} />
      <DeleteComment comment={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

/** The badge of the person stays until the next look, so that they see what was new. */
function useRead(rows: readonly CommentData[]): void {
  const sent = useRef(new Set<string>());
  const { mutate } = useSend('post', '/v1/comments/read');
  useEffect(() => {
    const ids = rows.flatMap(({ id, isUnread }) => (isUnread && !sent.current.has(id) ? [id] : []));
    if (ids.length === 0) return;
    for (const id of ids) sent.current.add(id);
    mutate({ body: { ids: ids.slice(0, 200) } });
  }, [rows, mutate]);
}

function NewComment({ on }: { on: CommentOn }) {
  const texts = useTexts(commentTexts);
  const hasTeam = useMembers().length > 1;
  const [text, setText] = useState('');
  const save = useSend('post', PATH, {
    changes: [PATH],
    onSuccess: () => {
      setText('');
      say(texts.sent);
    },
  });
  const fault = faultOf(save.error, 'text');
  const send = () => {
    if (text.trim() !== '' && !save.isPending) save.mutate({ body: { on, text: text.trim() } });
  };
  return (
    <form
      className="grid min-w-0 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {save.error && fault === null ? <ErrorNotice error={save.error} /> : null}
      <Field label={texts.label} hint={hasTeam ? texts.hint : texts.hintAlone} fault={fault}>
        <MentionArea value={text} maxLength={MAX_TEXT} onChange={setText} onSend={send} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" busy={save.isPending} disabled={text.trim() === ''}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function DeleteComment({ comment, onClose }: { comment: CommentData | null; onClose: () => void }) {
  const texts = useTexts(commentTexts);
  const remove = useSend('delete', '/v1/comments/{id}', { changes: [PATH] });
  if (comment === null) return null;
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      about={texts.deleteAbout}
      action={texts.delete}
      said={texts.deleted}
      deletion={remove}
      onConfirm={(outcome) => remove.mutate({ path: { id: comment.id } }, outcome)}
      onClose={onClose}
    />
  );
}
