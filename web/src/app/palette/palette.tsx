// Ctrl-K or ⌘-K: goes to any page, project, view or dashboard, runs an action, and opens the record with the
// pasted id.
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { useProjectId } from '#api';
import { useTexts } from '#i18n';
import { useErrorText } from '#ui';
import { useEntries, type Entry } from './entries.ts';
import { findId, mayBeId } from './find-id.ts';
import { isIdFirst, rank } from './rank.ts';
import { paletteTexts } from './texts.ts';

interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

const HEADING =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';
const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 select-none data-[selected=true]:bg-hover';

export function Palette({ onClose, onHelp }: PaletteProps) {
  const texts = useTexts(paletteTexts);
  const [text, setText] = useState('');
  const groups = rank(useEntries(onHelp), text);
  const pasted = usePastedId(text.trim(), onClose);
  const cameFrom = useRef<Element | null>(null);
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const idGroup = mayBeId(text.trim()) && (
    <Command.Group heading={texts.groups.id}>
      <Command.Item value="open-id" disabled={pasted.busy} onSelect={pasted.open} className={ITEM}>
        <span className="min-w-0 truncate">{pasted.busy ? texts.looking : texts.openId(text.trim())}</span>
      </Command.Item>
      {pasted.failed !== null && (
        <p role="alert" className="px-2.5 py-1 text-sm text-bad">
          {pasted.failed}
        </p>
      )}
    </Command.Group>
  );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(10_20_18/45%)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => (cameFrom.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
          }}
          className="fixed top-[12dvh] left-1/2 z-40 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Command label={texts.title} loop shouldFilter={false}>
            <div className="flex items-center gap-2.5 border-b px-4">
              <Search size={16} aria-hidden className="shrink-0 text-muted" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={texts.placeholder}
                className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
              />
            </div>
            <Command.List
              label={texts.title}
              className={`max-h-[min(26rem,60dvh)] scroll-py-2 overflow-y-auto p-1.5 ${HEADING}`}
            >
              <Command.Empty className="px-2.5 py-6 text-center text-sm text-muted">
                {texts.nothing}
              </Command.Empty>
              {isIdFirst(text) && idGroup}
              {groups.map(({ name, entries }) => (
                <Command.Group key={name} heading={texts.groups[name]}>
                  {entries.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={entry.id}
                      keywords={[entry.label, ...(entry.note ? [entry.note] : [])]}
                      onSelect={() => run(entry)}
                      className={ITEM}
                    >
                      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                      {entry.note !== undefined && (
                        <span className="shrink-0 text-xs text-muted">{entry.note}</span>
                      )}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              {!isIdFirst(text) && idGroup}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function usePastedId(id: string, onFound: () => void) {
  const texts = useTexts(paletteTexts);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const projectId = useProjectId();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ id: string; words: string } | null>(null);
  const look = async () => {
    setBusy(true);
    try {
      const found = await findId(id, projectId);
      if (!found) return setFailed({ id, words: texts.noSuchId });
      onFound();
      return await navigate({ to: found.to, params: found.params });
    } catch (error) {
      return setFailed({ id, words: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed: failed?.id === id ? failed.words : null, open: () => void look() };
}
