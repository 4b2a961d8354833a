// Adds calls to a named review queue.
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, ButtonLink } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Field, Select } from '../field.tsx';
import { Form } from '../form.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { say } from '../toast.tsx';
import { addToQueueTexts } from './texts.ts';

interface AddToQueueProps {
  callIds: readonly string[];
  /** Hides the words on narrow screens. */
  short?: boolean;
}

export function AddToQueue({ callIds, short = false }: AddToQueueProps) {
  const texts = useTexts(addToQueueTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<ListPlus size={16} aria-hidden />}
        title={texts.addToQueue}
        onClick={() => setOpen(true)}
      >
        <span className={short ? 'max-2xl:sr-only' : ''}>{texts.addToQueue}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.addToQueue} about={texts.about}>
        <AddToQueueForm callIds={callIds} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddToQueueForm({ callIds, onDone }: { callIds: readonly string[]; onDone: () => void }) {
  const texts = useTexts(addToQueueTexts);
  const format = useFormat();
  const list = useGet('/v1/review-queues', {});
  const queues = list.data?.queues ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const id = Number(chosen ?? queues[0]?.id ?? 0);
  const name = queues.find((queue) => queue.id === id)?.name ?? '';
  const add = useSend('post', '/v1/review-queues/{id}/items', {
    changes: ['/v1/review-queues'],
    onSuccess: ({ added, known }) => {
      const [more, before] = [format.count(added), format.count(known)];
      say(known === 0 ? texts.added(more, name) : texts.addedSome(more, before, name));
      onDone();
    },
  });
  const none = (
    <EmptyState
      icon={<ListPlus size={22} aria-hidden />}
      title={texts.none}
      actions={
        <ButtonLink to="/review-queues" look="main">
          {texts.create}
        </ButtonLink>
      }
    />
  );
  return (
    <Loaded of={list} skeleton={<SkeletonRows rows={2} />} empty={queues.length === 0 && none}>
      {() => (
        <Form
          onSubmit={() => add.mutate({ path: { id }, body: { callIds: [...callIds] } })}
          error={add.error}
        >
          <Field label={texts.queue}>
            <Select value={String(id)} onChange={(event) => setChosen(event.target.value)}>
              {queues.map((queue) => (
                <option key={queue.id} value={queue.id}>
                  {texts.open(queue.name, format.count(queue.counts.pending + queue.counts.inReview))}
                </option>
              ))}
            </Select>
          </Field>
          <DialogActions>
            <Button look="main" type="submit" busy={add.isPending}>
              {texts.add}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Loaded>
  );
}
