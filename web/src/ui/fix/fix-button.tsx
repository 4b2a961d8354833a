// A button that opens the steps of a fix for calls that a query finds, or for calls that are chosen.
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { useAsk, useProjectId, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, IconButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { FixBar } from './fix-bar.tsx';
import { fixTexts } from './texts.ts';

/** As many as a dataset holds, unless the account's limit is raised. */
const MAX_CALLS = 20;

type FixQuery = Partial<Schemas['CallsQuery']>;
type FixCalls = { callIds: readonly string[] } | { query: FixQuery };

interface FixButtonProps {
  /** What the calls have in common; it becomes the name of the dataset. */
  name: string;
  calls: FixCalls;
  /** Without words, for a row of a list. */
  iconOnly?: boolean;
}

export function FixButton({ name, calls, iconOnly = false }: FixButtonProps) {
  const texts = useTexts(fixTexts);
  const [open, setOpen] = useState(false);
  const icon = <Wrench size={16} aria-hidden />;
  return (
    <>
      {iconOnly ? (
        <IconButton label={texts.menuNamed(name)} icon={icon} onClick={() => setOpen(true)} />
      ) : (
        <Button size="small" icon={icon} onClick={() => setOpen(true)}>
          {texts.menu}
        </Button>
      )}
      {open && (
        <Dialog open wide title={name} onClose={() => setOpen(false)}>
          {'callIds' in calls ? (
            <Chosen name={name} callIds={calls.callIds} />
          ) : (
            <Found name={name} query={calls.query} />
          )}
        </Dialog>
      )}
    </>
  );
}

function Chosen({ name, callIds }: { name: string; callIds: readonly string[] }) {
  const projectId = useProjectId();
  return <FixBar name={name} callIds={callIds} projectId={projectId} />;
}

function Found({ name, query }: { name: string; query: FixQuery }) {
  const texts = useTexts(fixTexts);
  const asked = useAsk('/v1/query/calls', { ...query, limit: MAX_CALLS });
  const ids = asked.data?.records.map(({ id }) => id) ?? [];
  return (
    <Loaded
      of={asked}
      skeleton={<SkeletonRows rows={3} />}
      empty={ids.length === 0 && <p className="text-muted">{texts.noCalls}</p>}
    >
      {() => <Chosen name={name} callIds={ids} />}
    </Loaded>
  );
}
