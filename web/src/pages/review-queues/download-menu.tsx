import { Download } from 'lucide-react';
import { useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { Button, Menu, MenuItem } from '#ui';
import { queueTexts } from './texts.ts';

const FILES = [
  { format: 'csv', content: false },
  { format: 'json', content: false },
  { format: 'csv', content: true },
  { format: 'json', content: true },
] as const;

/** The answers as a file, with or without the messages of the calls. */
export function QueueDownload({ queueId }: { queueId: number }) {
  const texts = useTexts(queueTexts);
  const save = (format: string, content: boolean) => {
    const query = new URLSearchParams({ format, ...(content ? { content: 'true' } : {}) });
    const link = document.createElement('a');
    link.href = `${BASE_PATH}/v1/review-queues/${queueId}/export?${query.toString()}`;
    link.download = '';
    link.click();
  };
  return (
    <Menu align="end" trigger={<Button icon={<Download size={16} aria-hidden />}>{texts.download}</Button>}>
      {FILES.map(({ format, content }) => {
        const name = format === 'csv' ? texts.exportCsv : texts.exportJson;
        return (
          <MenuItem key={`${format} ${content}`} onSelect={() => save(format, content)}>
            {content ? texts.withMessages(name) : name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
