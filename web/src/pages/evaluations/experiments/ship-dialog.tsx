// Deploys the prompt version of a variant to a label.
import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Checkbox, Dialog, DialogActions, Field, Form, Input, TextArea, faultOf, say } from '#ui';
import { experimentTexts } from './texts.ts';
import { EXPERIMENTS, type ExperimentData, type LeaderboardData } from './use-experiments.ts';

interface ShipDialogProps {
  experiment: ExperimentData;
  entry: LeaderboardData['entries'][number];
  onClose: () => void;
}

export function ShipDialog({ experiment, entry, onClose }: ShipDialogProps) {
  const texts = useTexts(experimentTexts);
  const gate = entry.comparison?.gate;
  const isFailing = gate !== undefined && !gate.pass;
  const [force, setForce] = useState(false);
  const ship = useSend('post', '/v1/experiments/{id}/ship', {
    changes: [EXPERIMENTS, '/v1/prompts'],
    wholeAccount: true,
    onSuccess: ({ shipped }) => {
      if (shipped) say(texts.shipped(shipped.version, shipped.label));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.shipTitle(entry.name)} about={texts.shipAbout}>
      <Form
        error={ship.error}
        fields={['label', 'comment']}
        onSubmit={({ label = '', comment = '' }) =>
          ship.mutate({
            path: { id: experiment.id },
            body: { variant: entry.variant, label, comment: comment || null, ...(force ? { force } : {}) },
          })
        }
      >
        <Field label={texts.shipLabel} fault={faultOf(ship.error, 'label')}>
          <Input name="label" required maxLength={100} autoComplete="off" defaultValue="production" />
        </Field>
        <Field label={texts.shipComment} fault={faultOf(ship.error, 'comment')}>
          <TextArea name="comment" rows={2} maxLength={500} />
        </Field>
        {isFailing && (
          <div className="grid gap-2">
            <p className="text-warm">{gate.violations.map(({ message }) => message).join(' ')}</p>
            <Checkbox
              checked={force}
              onChange={({ target }) => setForce(target.checked)}
              label={texts.shipForce}
            />
          </div>
        )}
        <DialogActions>
          <Button look="main" type="submit" busy={ship.isPending} disabled={isFailing && !force}>
            {texts.ship}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
