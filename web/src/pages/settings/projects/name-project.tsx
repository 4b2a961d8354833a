import { isApiError, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, faultOf, say } from '#ui';
import { projectsTexts } from './texts.ts';

interface NameProjectProps {
  project: Schemas['Project'] | 'new';
  onClose: () => void;
}

export function NameProject({ project, onClose }: NameProjectProps) {
  const texts = useTexts(projectsTexts);
  const made = project === 'new';
  const options = {
    wholeAccount: true,
    changes: ['/v1/projects'],
    onSuccess: ({ name }: Schemas['Project']) => {
      say(made ? texts.created(name) : texts.renamed(name));
      onClose();
    },
  };
  const create = useSend('post', '/v1/projects', options);
  const rename = useSend('patch', '/v1/projects/{id}', options);
  const { error, isPending } = made ? create : rename;
  const taken = isApiError(error) && error.reason === 'name_taken';
  return (
    <Dialog open onClose={onClose} title={made ? texts.createTitle : texts.renameTitle(project.name)}>
      <Form
        error={taken ? null : error}
        fields={['name']}
        onSubmit={({ name = '' }) =>
          made
            ? create.mutate({ body: { name } })
            : rename.mutate({ path: { id: project.id }, body: { name } })
        }
      >
        <Field
          label={texts.columns.name}
          hint={texts.nameHint}
          fault={taken ? texts.taken : faultOf(error, 'name')}
        >
          <Input
            name="name"
            required
            maxLength={100}
            autoComplete="off"
            defaultValue={made ? '' : project.name}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="main" type="submit" busy={isPending}>
            {made ? texts.create : texts.rename}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
