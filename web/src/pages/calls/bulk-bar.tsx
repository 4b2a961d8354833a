// The bar above the list with the actions for the selected calls.
import { Eraser, MessageSquarePlus, X } from 'lucide-react';
import { useState } from 'react';
import { useMayManage, useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { AddToDataset, AddToQueue, Button, ConfirmDialog, FixButton, fixTexts, say } from '#ui';
import { BulkAnnotate } from './bulk-annotate.tsx';
import { ExportButton } from './export-dialog.tsx';
import { chosenFilter, MAX_CHOSEN, type Selection } from './selection.ts';
import { callsTexts } from './texts.ts';

interface BulkBarProps {
  selection: Selection;
  /** Called with the calls that are being erased. */
  onErased: (ids: readonly string[]) => void;
}

export function BulkBar({ selection: { chosen, clear }, onErased }: BulkBarProps) {
  const texts = useTexts(callsTexts);
  const fixing = useTexts(fixTexts);
  const format = useFormat();
  const { role, account } = useSession();
  const mayManage = useMayManage();
  const [dialog, setDialog] = useState<'annotate' | 'erase' | null>(null);
  const ids = [...chosen.keys()];
  return (
    <div
      role="toolbar"
      aria-label={texts.bulk}
      className="flex min-h-8 flex-wrap items-center gap-2 rounded-md border bg-accent-soft px-2 py-1.5"
    >
      <p aria-live="polite" className="px-1 text-sm font-medium">
        {texts.chosen(format.count(chosen.size))}
        {chosen.size >= MAX_CHOSEN && (
          <span className="font-normal text-muted"> · {texts.mostChosen(MAX_CHOSEN)}</span>
        )}
      </p>
      {role !== 'viewer' && account.plan !== 'free' && <AddToDataset callIds={ids} />}
      {role !== 'viewer' && <FixButton name={fixing.selected} calls={{ callIds: ids }} />}
      {role !== 'viewer' && <AddToQueue calls={{ callIds: ids }} />}
      {role !== 'viewer' && (
        <Button
          size="small"
          icon={<MessageSquarePlus size={16} aria-hidden />}
          onClick={() => setDialog('annotate')}
        >
          {texts.annotate}
        </Button>
      )}
      <ExportButton body={chosenFilter(chosen)} chosen={chosen.size} />
      {mayManage && (
        <Button
          size="small"
          look="danger"
          icon={<Eraser size={16} aria-hidden />}
          onClick={() => setDialog('erase')}
        >
          {texts.erase}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        icon={<X size={16} aria-hidden />}
        onClick={clear}
        className="ml-auto"
      >
        {texts.clearChosen}
      </Button>
      {dialog === 'annotate' && <BulkAnnotate ids={ids} onClose={() => setDialog(null)} />}
      {dialog === 'erase' && (
        <EraseChosen
          selection={chosen}
          onClose={() => setDialog(null)}
          onErased={() => {
            onErased(ids);
            clear();
          }}
        />
      )}
    </div>
  );
}

interface EraseProps {
  selection: Selection['chosen'];
  onClose: () => void;
  onErased: () => void;
}

/** Requests one erasure for all selected calls; the service runs it in the background. */
function EraseChosen({ selection, onClose, onErased }: EraseProps) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  const erase = useSend('post', '/v1/erasures', {
    changes: ['/v1/erasures', '/v1/audit'],
    onSuccess: () => {
      say(texts.erasing(format.count(selection.size)));
      onErased();
    },
  });
  return (
    <ConfirmDialog
      open
      title={texts.eraseTitle(format.count(selection.size))}
      about={texts.eraseAbout}
      action={texts.erase}
      busy={erase.isPending}
      error={erase.error}
      onClose={onClose}
      onConfirm={() => erase.mutate({ body: { filter: chosenFilter(selection) } })}
    />
  );
}
