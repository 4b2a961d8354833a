import { useId, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, TextArea, faultOf, say } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { CHANGED, useDeployments, useMayMove } from '../use-prompts.ts';

interface DeployVersionProps {
  prompt: PromptData;
  onClose: () => void;
}

/** Shows what the label points to now, so that no one replaces a version by accident. */
export function DeployVersion({ prompt, onClose }: DeployVersionProps) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const listId = useId();
  const list = useDeployments(prompt.name);
  const known = list.data?.pages.flatMap(({ deployments }) => deployments) ?? [];
  const [typed, setLabel] = useState<string | null>(null);
  const label = typed ?? (list.isSuccess && known.length === 0 ? 'production' : '');
  const now = known.find((deployment) => deployment.label === label);
  const deploy = useSend('post', '/v1/prompts/{id}/deploy', {
    changes: CHANGED,
    onSuccess: () => {
      say(texts.deployed(prompt.version, label));
      onClose();
    },
  });
  const mayMove = useMayMove();
  const effect = !mayMove(label)
    ? parts.notYours(label)
    : now
      ? now.promptId === prompt.id
        ? texts.pointsHere(label)
        : texts.pointsNow(label, now.version)
      : label && list.isSuccess
        ? texts.pointsNowhere(label)
        : texts.labelHint;
  return (
    <Dialog open onClose={onClose} title={texts.deployTitle(prompt.version)} about={texts.deployAbout}>
      <Form
        error={deploy.error}
        fields={['label', 'comment']}
        onSubmit={({ comment = '' }) =>
          deploy.mutate({ path: { id: prompt.id }, body: { label, comment: comment || null } })
        }
      >
        <Field
          label={texts.label}
          hint={<span aria-live="polite">{effect}</span>}
          fault={faultOf(deploy.error, 'label')}
        >
          <Input
            required
            maxLength={100}
            autoComplete="off"
            list={listId}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <datalist id={listId}>
          {known.map((deployment) => (
            <option key={deployment.label} value={deployment.label} />
          ))}
        </datalist>
        <Field label={texts.comment} hint={texts.commentHint} fault={faultOf(deploy.error, 'comment')}>
          <TextArea name="comment" rows={2} maxLength={500} />
        </Field>
        <DialogActions>
          <Button
            look="main"
            type="submit"
            busy={deploy.isPending}
            disabled={(now !== undefined && now.promptId === prompt.id) || !mayMove(label)}
          >
            {texts.deploy}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
