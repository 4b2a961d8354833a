import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Button, Card, ConfirmDialog, Dialog, Loaded, SkeletonRows, say } from '#ui';
import { Clip } from '../clip.tsx';
import { CRITERION_TYPES } from './criterion-types.ts';
import { criteriaTexts } from './texts.ts';
import { CriterionForm } from './criterion-form.tsx';
import { draftFrom } from './draft.ts';
import { useRunFigures } from '../figures.ts';
import { useMayWrite } from '../may-write.tsx';
import { CriterionLibrary } from './library.tsx';
import type { LibraryEntry } from './starters.ts';
import { TestPanel } from './test-panel.tsx';
import { sharedTexts } from '../texts.ts';

type Criterion = Schemas['EvalCriterion'];

export function CriteriaTable() {
  const texts = useTexts(criteriaTexts);
  const mayWrite = useMayWrite();
  const asked = useGet('/v1/eval-criteria', {});
  const [editing, setEditing] = useState<Criterion | 'new' | null>(null);
  const [used, setUsed] = useState<LibraryEntry | null>(null);
  const [testing, setTesting] = useState<Criterion | null>(null);
  const [deleting, setDeleting] = useState<Criterion | null>(null);
  return (
    <div className="grid min-w-0 gap-4">
      <Card
        title={texts.list}
        about={texts.about}
        actions={
          mayWrite && (
            <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
              {texts.create}
            </Button>
          )
        }
      >
        <Loaded of={asked} skeleton={<SkeletonRows rows={4} />}>
          {(data) => (
            <ul aria-label={texts.list} className="grid">
              {data.criteria.map((criterion) => (
                <Row
                  key={criterion.id}
                  criterion={criterion}
                  onTest={() => setTesting(criterion)}
                  onEdit={() => setEditing(criterion)}
                  onDelete={() => setDeleting(criterion)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      <CriterionLibrary taken={asked.data?.criteria.map(({ name }) => name) ?? []} onUse={setUsed} />
      {editing !== null && (
        <CriterionForm
          {...(editing === 'new' ? {} : { criterion: editing })}
          onClose={() => setEditing(null)}
        />
      )}
      {used !== null && <CriterionForm entry={used} onClose={() => setUsed(null)} />}
      {testing !== null && (
        <Dialog open wide onClose={() => setTesting(null)} title={texts.testTitle(testing.name)}>
          <TestPanel draft={draftFrom(testing)} />
        </Dialog>
      )}
      <DeleteCriterion criterion={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

interface RowProps {
  criterion: Criterion;
  onTest: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ criterion, onTest, onEdit, onDelete }: RowProps) {
  const texts = useTexts(criteriaTexts);
  const shared = useTexts(sharedTexts);
  const figures = useRunFigures();
  const mayWrite = useMayWrite();
  const { name, rubric, type, scoreType, scope, scaleMin, scaleMax, isGlobal } = criterion;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-3 last:border-b-0">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Clip text={name} className="max-w-full font-medium" />
          <Badge tone={CRITERION_TYPES[type].asksModel ? 'plum' : 'cool'}>{texts.types[type]}</Badge>
          {isGlobal && <Badge>{texts.everybody}</Badge>}
        </div>
        <p className="text-sm text-muted">
          {scoreType === 'boolean'
            ? texts.yesNo
            : texts.scaleFromTo(figures.score(scaleMin), figures.score(scaleMax))}
          {' · '}
          {texts.scopes[scope]}
        </p>
        <details className="min-w-0">
          <summary className="w-fit rounded-sm text-sm text-accent">{texts.showRubric}</summary>
          <pre className="mt-2 max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
            {rubric}
          </pre>
        </details>
      </div>
      {mayWrite && (
        <div className="flex gap-2">
          <Button size="small" aria-label={texts.testNamed(name)} onClick={onTest}>
            {texts.test}
          </Button>
          {!isGlobal && (
            <>
              <Button size="small" aria-label={texts.editNamed(name)} onClick={onEdit}>
                {texts.edit}
              </Button>
              <Button size="small" aria-label={texts.deleteNamed(name)} onClick={onDelete}>
                {shared.delete}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function DeleteCriterion({ criterion, onClose }: { criterion: Criterion | null; onClose: () => void }) {
  const texts = useTexts(criteriaTexts);
  const shared = useTexts(sharedTexts);
  const remove = useSend('delete', '/v1/eval-criteria/{id}', {
    changes: ['/v1/eval-criteria', '/v1/eval-runs', '/v1/eval-rules'],
  });
  if (criterion === null) return null;
  const done = () => {
    say(texts.deleted(criterion.name));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(criterion.name)}
      about={texts.deleteAbout}
      action={shared.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      onConfirm={() =>
        remove.mutate(
          { path: { id: criterion.id } },
          {
            onSuccess: done,
            // Someone else has already deleted it, so the goal is reached.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}
