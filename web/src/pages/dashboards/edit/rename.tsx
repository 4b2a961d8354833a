import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Form } from '#ui';
import { NameFields } from '../create-dashboard.tsx';
import { dashboardsTexts } from '../texts.ts';
import type { Draft } from './draft.ts';

interface RenameProps {
  draft: Draft;
  onClose: () => void;
  onDone: (names: Pick<Draft, 'name' | 'description'>) => void;
}

export function RenameDashboard({ draft: { name, description }, onClose, onDone }: RenameProps) {
  const texts = useTexts(dashboardsTexts);
  return (
    <Dialog open onClose={onClose} title={texts.rename}>
      <Form
        onSubmit={(values) =>
          onDone({ name: (values['name'] ?? '').trim(), description: (values['description'] ?? '').trim() })
        }
      >
        <NameFields error={null} name={name} description={description} />
        <DialogActions>
          <Button look="main" type="submit">
            {texts.widget.apply}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
