// Exports the listed calls with the same filter and order, up to the limit of the plan.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { respond, useProjectId, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Menu, MenuItem, MenuLabel, say, useErrorText } from '#ui';
import type { CallsBody } from './list-state.ts';
import { callsTexts } from './texts.ts';

const FORMATS = ['csv', 'json', 'parquet'] as const;
type FileFormat = (typeof FORMATS)[number];

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function ExportMenu({ body }: { body: CallsBody }) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  const projectId = useProjectId();
  const errorText = useErrorText();
  const { plan } = useSession().account;
  const [busy, setBusy] = useState(false);
  const write = async (kind: FileFormat) => {
    setBusy(true);
    try {
      const answer = await respond(
        'post',
        '/v1/query/export',
        { query: { format: kind }, body },
        { projectId },
      );
      saveFile(await answer.blob(), `tracewell-calls-${new Date().toISOString().slice(0, 10)}.${kind}`);
      say(texts.exported);
    } catch (error) {
      say(errorText(error), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" busy={busy} icon={<Download size={16} aria-hidden />}>
          <span className="max-sm:sr-only">{texts.export}</span>
        </Button>
      }
    >
      <MenuLabel>{texts.exportAbout(format.count(plan === 'free' ? 1_000 : 50_000))}</MenuLabel>
      {FORMATS.map((kind) => (
        <MenuItem key={kind} onSelect={() => void write(kind)}>
          {texts.formats[kind]}
        </MenuItem>
      ))}
    </Menu>
  );
}
