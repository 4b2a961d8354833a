// Adds the same annotation to all selected calls, one after the other, and lists the calls that failed.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain, request, useProjectId } from '#api';
import { useTexts } from '#i18n';
import {
  Button,
  Dialog,
  DialogActions,
  Field,
  Form,
  Input,
  ScoreChoice,
  TextArea,
  say,
  useErrorText,
} from '#ui';
import { oneByOne, type Failure } from './one-by-one.ts';
import { callsTexts } from './texts.ts';

export function BulkAnnotate({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const texts = useTexts(callsTexts);
  const errorText = useErrorText();
  const projectId = useProjectId();
  const client = useQueryClient();
  const [score, setScore] = useState<number | null>(null);
  const [said, setSaid] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const send = async ({ label = '', note = '' }: Record<string, string>) => {
    const annotation = {
      qualityScore: score,
      label: label.trim() || null,
      annotationText: note.trim() || null,
    };
    const wanted = failures.length > 0 ? failures.map(({ id }) => id) : ids;
    setDone(0);
    const failed = await oneByOne(
      wanted,
      (callId) => request('post', '/v1/annotations', { body: { callId, ...annotation } }, { projectId }),
      setDone,
    );
    await askAgain(client, '/v1/annotations');
    setDone(null);
    setFailures(failed);
    if (failed.length > 0) return;
    say(texts.annotated(String(ids.length)));
    onClose();
  };
  const total = failures.length > 0 ? failures.length : ids.length;
  const busy = done !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.annotateTitle(String(ids.length))}
      about={texts.annotateAbout}
    >
      <div onInput={() => setSaid(true)}>
        <Form onSubmit={(values) => void send(values)}>
          <ScoreChoice value={score} onChange={setScore} />
          <Field label={texts.label}>
            <Input name="label" maxLength={50} autoComplete="off" />
          </Field>
          <Field label={texts.note}>
            <TextArea name="note" rows={2} maxLength={2000} />
          </Field>
          {busy && (
            <progress
              aria-label={texts.annotating}
              value={done}
              max={total}
              className="w-full accent-accent"
            />
          )}
          {failures.length > 0 && !busy && (
            <div role="alert" className="grid gap-1 text-sm">
              <p className="font-medium text-bad">{texts.annotateFailed(failures.length)}</p>
              <ul className="max-h-40 overflow-y-auto">
                {failures.map(({ id, error }) => (
                  <li key={id} className="min-w-0 truncate">
                    <span className="font-mono">{id}</span> · {errorText(error)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <DialogActions>
            <Button look="main" type="submit" busy={busy} disabled={score === null && !said}>
              {failures.length > 0 ? texts.again : texts.annotate}
            </Button>
          </DialogActions>
        </Form>
      </div>
    </Dialog>
  );
}
