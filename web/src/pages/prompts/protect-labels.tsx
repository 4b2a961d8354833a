import { useGet, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Loaded, SkeletonRows, faultOf, say } from '#ui';
import { promptPartTexts } from './part-texts.ts';
import { labelNamesIn, PROTECTED_LABELS } from './use-prompts.ts';

/** For admins: which labels only they may move. */
export function ProtectLabels({ onClose }: { onClose: () => void }) {
  const texts = useTexts(promptPartTexts);
  const asked = useGet(PROTECTED_LABELS, {}, { wholeAccount: true });
  const save = useSend('put', PROTECTED_LABELS, {
    wholeAccount: true,
    changes: [PROTECTED_LABELS],
    onSuccess: () => {
      say(texts.protectSaved);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.protectTitle} about={texts.protectAbout}>
      <Loaded of={asked} skeleton={<SkeletonRows rows={2} />}>
        {({ labels }) => (
          <Form
            error={save.error}
            fields={['labels']}
            onSubmit={(values) => save.mutate({ body: { labels: labelNamesIn(values['labels'] ?? '') } })}
          >
            <Field label={texts.protectField} hint={texts.protectHint} fault={faultOf(save.error, 'labels')}>
              <Input name="labels" defaultValue={labels.join(', ')} autoComplete="off" />
            </Field>
            <DialogActions>
              <Button look="main" type="submit" busy={save.isPending}>
                {texts.save}
              </Button>
            </DialogActions>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}
