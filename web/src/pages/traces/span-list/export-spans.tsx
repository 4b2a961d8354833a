import { Download } from 'lucide-react';
import { useState } from 'react';
import { respond, useProjectId, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { saveFile } from '#lib/save-file';
import { Button, Menu, MenuItem, say, useErrorText } from '#ui';
import { spanListTexts } from './texts.ts';

const FORMATS = ['csv', 'json'] as const;

/** The listed spans as a file, with the same filter and order. */
export function ExportSpans({ body }: { body: Omit<Schemas['SpanListQuery'], 'limit'> }) {
  const texts = useTexts(spanListTexts);
  const errorText = useErrorText();
  const projectId = useProjectId();
  const [busy, setBusy] = useState(false);
  const write = async (format: (typeof FORMATS)[number]) => {
    setBusy(true);
    try {
      const answer = await respond(
        'post',
        '/v1/query/spans/export',
        { query: { format }, body },
        { projectId },
      );
      saveFile(await answer.blob(), `tracewell-spans-${new Date().toISOString().slice(0, 10)}.${format}`);
      say(texts.exported);
    } catch (error) {
      say(errorText(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button size="small" busy={busy} icon={<Download size={16} aria-hidden />}>
          <span className="max-sm:sr-only">{texts.export}</span>
        </Button>
      }
    >
      {FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => void write(format)}>
          {texts.exportAs[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
