import { ChevronRight, Folder } from 'lucide-react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { AppLink } from '#ui';
import { nameIn } from './folder-names.ts';
import { promptPartTexts } from './part-texts.ts';

const LINK = 'block max-w-52 truncate rounded-sm py-0.5 hover:text-text hover:underline';

/** The way from the top to a folder; each part is a link. */
export function FolderPath({ folder }: { folder: string }) {
  const texts = useTexts(promptPartTexts);
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <nav aria-label={texts.path} className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-muted">
        <li>
          <AppLink to="/prompts" search={{}} className={LINK}>
            {texts.top}
          </AppLink>
        </li>
        {parts.map((part, at) => (
          <li key={at} className="flex min-w-0 items-center gap-x-1">
            <ChevronRight size={14} aria-hidden className="shrink-0" />
            <AppLink
              to="/prompts"
              search={{ folder: parts.slice(0, at + 1).join('/') }}
              title={part}
              className={LINK}
            >
              {part || '/'}
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function FolderList({
  folder,
  folders,
}: {
  folder: string;
  folders: readonly Schemas['PromptFolder'][];
}) {
  const texts = useTexts(promptPartTexts);
  if (folders.length === 0) return null;
  return (
    <ul aria-label={texts.folders} className="flex flex-wrap gap-2">
      {folders.map(({ path, prompts }) => (
        <li key={path} className="min-w-0 max-w-full">
          <AppLink
            to="/prompts"
            search={{ folder: path }}
            title={path}
            className="flex items-center gap-2 rounded-md border px-3 py-1.5 hover:bg-hover"
          >
            <Folder size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="truncate font-medium">{nameIn(folder, path)}</span>
            <span className="shrink-0 text-sm text-muted">{texts.folderCount(prompts)}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
