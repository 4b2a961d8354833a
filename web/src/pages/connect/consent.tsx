// What a person decides about a program that asks for access: who it acts for, what it may do, and until when.
import type { ReactNode } from 'react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, DraftForm, ProjectField, RadioField, useDraft } from '#ui';
import { connectTexts } from './texts.ts';

const ACCESSES = ['read', 'change'] as const;

interface Sending {
  error: unknown;
  isPending: boolean;
}

interface Allowed {
  scopes: ('read' | 'write:records' | 'write')[];
  projectId: string | null;
}

interface ConsentProps {
  clientName: string;
  about: string;
  /** What it asks for. */
  scopes: readonly string[];
  /** It changes things unless the person decides otherwise. */
  changes?: boolean;
  changeHint: string;
  /** For how many days it may. */
  days: number;
  /** The words for the choice of a project, if there is one. */
  project?: { label: string; all: string };
  /** Above what it may do. */
  children?: ReactNode;
  /** Further facts, as `ConsentFact`. */
  facts?: ReactNode;
  sending: Sending;
  onAllow: (allowed: Allowed) => void;
  deny: ReactNode;
}

export function ConnectConsent(props: ConsentProps) {
  const { clientName, about, scopes, changes = false, changeHint, days, project, children, facts } = props;
  const { sending, onAllow, deny } = props;
  const texts = useTexts(connectTexts);
  const { account, user } = useSession();
  const mayChange = scopes.includes('write');
  const draft = useDraft<{ access: (typeof ACCESSES)[number]; projectId: string }>(
    { access: mayChange && changes ? 'change' : 'read', projectId: '' },
    sending,
  );
  return (
    <Card title={texts.asks(clientName)} about={about}>
      {children}
      <dl className="grid gap-1 text-sm">
        <ConsentFact name={texts.account}>{account.name}</ConsentFact>
        <ConsentFact name={texts.person}>{user.email}</ConsentFact>
        {facts}
      </dl>
      <DraftForm
        of={draft}
        onSend={({ access, projectId }) =>
          onAllow({
            scopes: access === 'change' ? ['read', 'write:records', 'write'] : ['read'],
            projectId: projectId || null,
          })
        }
      >
        <RadioField
          of={draft}
          name="access"
          label={texts.may}
          options={mayChange ? ACCESSES : ['read']}
          show={(access) => texts[access]}
          hintOf={(access) => (access === 'read' ? texts.readHint : changeHint)}
        />
        {project && (
          <div className="max-w-80">
            <ProjectField of={draft} {...project} />
          </div>
        )}
        <p className="text-sm text-muted">{texts.ends(days)}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="main" type="submit" busy={draft.isSending}>
            {texts.allow}
          </Button>
          {deny}
        </div>
      </DraftForm>
    </Card>
  );
}

export const ConsentFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="inline text-muted">{name}: </dt>
    <dd className="inline">{children}</dd>
  </div>
);
