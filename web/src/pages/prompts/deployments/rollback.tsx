import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, TextArea, faultOf, say } from '#ui';
import { promptsTexts } from '../texts.ts';
import type { DeploymentData } from '../types.ts';
import { CHANGED } from '../use-prompts.ts';

interface RollbackProps {
  deployment: DeploymentData;
  onClose: () => void;
}

export function RollBackDialog({
  deployment: { name, label, version, previousVersion },
  onClose,
}: RollbackProps) {
  const texts = useTexts(promptsTexts);
  const rollback = useSend('post', '/v1/prompts/deployments/rollback', {
    changes: CHANGED,
    onSuccess: ({ deployments }) => {
      const now = deployments.find((deployment) => deployment.label === label);
      say(texts.rolledBack(label, now?.version ?? previousVersion ?? ''));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.rollbackTitle(label)}
      about={previousVersion === null ? texts.noWayBack : texts.rollbackAbout(version, previousVersion)}
    >
      <Form
        error={rollback.error}
        fields={['comment']}
        onSubmit={({ comment = '' }) => rollback.mutate({ body: { name, label, comment: comment || null } })}
      >
        <Field label={texts.comment} hint={texts.commentHint} fault={faultOf(rollback.error, 'comment')}>
          <TextArea name="comment" rows={2} maxLength={500} />
        </Field>
        <DialogActions>
          <Button look="danger" type="submit" busy={rollback.isPending}>
            {texts.rollback}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
