// Exports calls as a file: the listed ones with the same filter and order up to the limit of the plan, or the
// chosen ones.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { respond, useProjectId, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { saveFile } from '#lib/save-file';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  ErrorNotice,
  Radio,
  RadioGroup,
  say,
  useStoresMessages,
} from '#ui';
import type { CallsBody } from './list-state.ts';
import { callsTexts } from './texts.ts';

const FORMATS = ['csv', 'json', 'parquet'] as const;
type FileFormat = (typeof FORMATS)[number];

interface ExportProps {
  /** The query of the list, or the narrower one for the selected calls. */
  body: Partial<CallsBody>;
  /** The number of selected calls; omit it to export all listed calls. */
  chosen?: number;
}

export function ExportButton(props: ExportProps) {
  const texts = useTexts(callsTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<Download size={16} aria-hidden />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{texts.export}</span>
      </Button>
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ body, chosen, onClose }: ExportProps & { onClose: () => void }) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  const projectId = useProjectId();
  const { plan } = useSession().account;
  const stores = useStoresMessages() === true;
  const [kind, setKind] = useState<FileFormat>('csv');
  const [messages, setMessages] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const write = async () => {
    setBusy(true);
    setError(null);
    try {
      const query = { format: kind, ...(messages && stores ? { content: true } : {}) };
      const answer = await respond('post', '/v1/query/export', { query, body }, { projectId });
      saveFile(await answer.blob(), `tracewell-calls-${new Date().toISOString().slice(0, 10)}.${kind}`);
      say(texts.exported);
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const about =
    chosen === undefined
      ? texts.exportAbout(format.count(plan === 'free' ? 1_000 : 50_000))
      : texts.exportChosen(format.count(chosen));
  return (
    <Dialog open onClose={onClose} title={texts.exportTitle} about={about}>
      {error ? <ErrorNotice error={error} /> : null}
      <RadioGroup label={texts.format}>
        {FORMATS.map((name) => (
          <Radio
            key={name}
            name="format"
            label={texts.formats[name]}
            checked={kind === name}
            onChange={() => setKind(name)}
          />
        ))}
      </RadioGroup>
      <Checkbox
        label={texts.withMessages}
        hint={stores ? texts.withMessagesAbout : texts.noMessages}
        disabled={!stores}
        checked={messages && stores}
        onChange={(event) => setMessages(event.target.checked)}
      />
      <DialogActions>
        <Button look="main" busy={busy} onClick={() => void write()}>
          {texts.download}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
