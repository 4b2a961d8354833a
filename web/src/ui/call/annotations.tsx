// Annotations of the call: score, label, note. They are added, listed and deleted here.
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge } from '../badge.tsx';
import { IconButton } from '../button.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { Ago } from '../values.tsx';
import { Annotate } from './annotate.tsx';
import { callTexts } from './texts.ts';

type Annotation = Schemas['Annotation'];

export function CallAnnotations({ callId }: { callId: string }) {
  const texts = useTexts(callTexts);
  const mayChange = useSession().role !== 'viewer';
  const list = useGet('/v1/annotations', { query: { callId } });
  const [deleting, setDeleting] = useState<Annotation | null>(null);
  return (
    <div className="grid min-w-0 gap-4">
      {mayChange && <Annotate callId={callId} />}
      <Loaded
        of={list}
        error="notice"
        skeleton={<SkeletonRows rows={2} />}
        empty={
          list.data?.length === 0 && (
            <p className="text-muted">{mayChange ? texts.noAnnotations : texts.noAnnotationsViewer}</p>
          )
        }
      >
        {(data) => (
          <ul className="grid min-w-0">
            {data.map((annotation) => (
              <Entry
                key={annotation.id}
                annotation={annotation}
                onDelete={mayChange ? () => setDeleting(annotation) : null}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <DeleteAnnotation annotation={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

/** Member names are available on the Team plan; other accounts have a single user. */
function useAuthor({ type, id }: Annotation['author']): string {
  const texts = useTexts(callTexts);
  const { user, account } = useSession();
  const { data } = useGet(
    '/v1/team/members',
    { query: { limit: 200 } },
    { enabled: account.plan === 'team', staleTime: 300_000, wholeAccount: true },
  );
  if (id === user.id) return texts.you;
  const member = data?.members.find(({ userId }) => userId === id);
  return member ? member.name || member.email : type === 'key' ? texts.byKey(id) : id;
}

function Entry({ annotation, onDelete }: { annotation: Annotation; onDelete: (() => void) | null }) {
  const texts = useTexts(callTexts);
  const { qualityScore, label, annotationText, author, createdAt } = annotation;
  const name = useAuthor(author);
  return (
    <li className="grid min-w-0 gap-1 border-t py-3 last:pb-0">
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          {qualityScore !== null && (
            <span
              className="inline-flex items-center gap-1 font-semibold"
              title={texts.scoreOf(qualityScore)}
            >
              <Star size={14} aria-hidden className="fill-current text-warm" />
              <span className="sr-only">{texts.score}</span>
              {qualityScore}/5
            </span>
          )}
          {label !== null && (
            <Badge tone="cool">
              <span className="truncate">{label}</span>
            </Badge>
          )}
          <span className="text-sm text-muted">
            {name} · <Ago at={createdAt} />
          </span>
        </p>
        {onDelete && (
          <IconButton
            label={texts.deleteAnnotation}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onDelete}
          />
        )}
      </div>
      {annotationText !== null && <p className="break-words whitespace-pre-wrap">{annotationText}</p>}
    </li>
  );
}

function DeleteAnnotation({ annotation, onClose }: { annotation: Annotation | null; onClose: () => void }) {
  const texts = useTexts(callTexts);
  const remove = useSend('delete', '/v1/annotations/{id}', { changes: ['/v1/annotations'] });
  if (annotation === null) return null;
  return (
    <DeleteDialog
      title={texts.deleteAnnotationTitle}
      about={texts.deleteAnnotationAbout}
      action={texts.delete}
      said={texts.annotationDeleted}
      deletion={remove}
      onConfirm={(outcome) => remove.mutate({ path: { id: annotation.id } }, outcome)}
      onClose={onClose}
    />
  );
}
