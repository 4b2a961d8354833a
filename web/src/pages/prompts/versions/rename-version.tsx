import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, faultOf, say } from '#ui';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { CHANGED } from '../use-prompts.ts';

interface RenameVersionProps {
  prompt: PromptData;
  onClose: () => void;
  onRenamed: (prompt: PromptData) => void;
}

export function RenameVersion({ prompt, onClose, onRenamed }: RenameVersionProps) {
  const texts = useTexts(promptsTexts);
  const rename = useSend('post', '/v1/prompts/{id}/rename', {
    changes: CHANGED,
    onSuccess: (answer) => {
      say(texts.renamed);
      onClose();
      onRenamed(answer.prompt);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.renameTitle(prompt.version)} about={texts.renameAbout}>
      <Form
        error={rename.error}
        fields={['name', 'version']}
        onSubmit={({ name = '', version = '' }) =>
          rename.mutate({ path: { id: prompt.id }, body: { name, version } })
        }
      >
        <Field label={texts.name} fault={faultOf(rename.error, 'name')}>
          <Input name="name" required maxLength={200} defaultValue={prompt.name} autoComplete="off" />
        </Field>
        <Field label={texts.version} fault={faultOf(rename.error, 'version')}>
          <Input name="version" required maxLength={100} defaultValue={prompt.version} autoComplete="off" />
        </Field>
        <DialogActions>
          <Button look="main" type="submit" busy={rename.isPending}>
            {texts.rename}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
