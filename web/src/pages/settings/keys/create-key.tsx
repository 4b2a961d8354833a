import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  Dialog,
  DraftForm,
  ProjectField,
  RadioField,
  SelectField,
  SendDraft,
  TextField,
  useDraft,
} from '#ui';
import { keysTexts } from './texts.ts';

type Scope = 'read' | 'write:records' | 'write';

const ACCESS: Record<keyof typeof keysTexts.en.accesses, Scope[] | null> = {
  both: ['read', 'write:records'],
  send: ['write:records'],
  read: ['read'],
  full: null,
};
const CHOICES = Object.keys(ACCESS) as (keyof typeof ACCESS)[];
const EXPIRIES = ['never', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

const EMPTY = {
  name: '',
  access: 'both' as keyof typeof ACCESS,
  projectId: '',
  expiry: 'never' as (typeof EXPIRIES)[number],
};

interface CreateKeyProps {
  open: boolean;
  onClose: () => void;
  onMade: (key: Schemas['CreatedApiKey']) => void;
}

export function CreateKey({ open, onClose, onMade }: CreateKeyProps) {
  const texts = useTexts(keysTexts);
  return (
    <Dialog open={open} onClose={onClose} title={texts.createTitle}>
      <KeyForm onMade={onMade} />
    </Dialog>
  );
}

function KeyForm({ onMade }: Pick<CreateKeyProps, 'onMade'>) {
  const texts = useTexts(keysTexts);
  const create = useSend('post', '/v1/api-keys', { changes: ['/v1/api-keys'], onSuccess: onMade });
  const draft = useDraft(EMPTY, create);
  const send = ({ name, access, projectId, expiry }: typeof EMPTY) =>
    create.mutate({
      body: {
        name,
        scopes: ACCESS[access],
        projectId: projectId || null,
        expiresAt: expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString(),
      },
    });
  return (
    <DraftForm of={draft} onSend={send}>
      <TextField of={draft} name="name" label={texts.name} hint={texts.nameHint} required maxLength={100} />
      <RadioField
        of={draft}
        name="access"
        label={texts.access}
        options={CHOICES}
        show={(choice) => texts.accesses[choice]}
        hintOf={(choice) => (choice === 'full' ? texts.fullHint : undefined)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <ProjectField of={draft} label={texts.project} all={texts.allProjects} />
        <SelectField
          of={draft}
          name="expiry"
          label={texts.expires}
          options={EXPIRIES}
          show={(expiry) => texts.expiries[expiry]}
        />
      </div>
      <SendDraft of={draft}>{texts.create}</SendDraft>
    </DraftForm>
  );
}
