import { Download } from 'lucide-react';
import { useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { Button, Menu, MenuItem } from '#ui';
import { itemTexts } from './texts.ts';

const FORMATS = ['jsonl', 'csv', 'parquet'] as const;

interface DownloadMenuProps {
  datasetId: number;
  /** The current one if it is not set. */
  version: number | undefined;
}

/** The browser saves the file while it arrives, so its size does not matter. */
export function DownloadMenu({ datasetId, version }: DownloadMenuProps) {
  const texts = useTexts(itemTexts);
  const save = (format: (typeof FORMATS)[number]) => {
    const query = new URLSearchParams({
      format,
      ...(version === undefined ? {} : { version: String(version) }),
    });
    const link = document.createElement('a');
    link.href = `${BASE_PATH}/v1/eval-datasets/${datasetId}/export?${query.toString()}`;
    link.download = '';
    link.click();
  };
  return (
    <Menu align="end" trigger={<Button icon={<Download size={16} aria-hidden />}>{texts.download}</Button>}>
      {FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => save(format)}>
          {texts.formats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
