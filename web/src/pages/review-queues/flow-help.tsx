// The keys of the flow, always in sight, and with `?` together with the instructions of the queue.
import { useTexts } from '#i18n';
import { Dialog, LazyMarkdown } from '#ui';
import { queueTexts } from './texts.ts';

const KEYS = [
  ['1 – 0', 'choose'],
  ['↑ ↓', 'move'],
  ['Enter', 'next'],
  ['s', 'skip'],
  ['c', 'correction'],
  ['n', 'comment'],
  ['Esc', 'leave'],
  ['?', 'help'],
] as const;

export function FlowKeys() {
  const { flow: texts } = useTexts(queueTexts);
  return (
    <ul
      aria-label={texts.keys}
      className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-muted pointer-coarse:hidden max-sm:hidden"
    >
      {KEYS.map(([key, what]) => (
        <li key={what} className="flex items-center gap-1.5">
          <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-control/60 bg-sunken px-1 font-mono text-xs">
            {key}
          </kbd>
          {texts.help[what]}
        </li>
      ))}
    </ul>
  );
}

interface FlowHelpProps {
  open: boolean;
  onClose: () => void;
  instructions: string;
}

export function FlowHelp({ open, onClose, instructions }: FlowHelpProps) {
  const { flow: texts } = useTexts(queueTexts);
  return (
    <Dialog open={open} onClose={onClose} title={texts.instructions} wide>
      {instructions !== '' && <LazyMarkdown text={instructions} />}
      <FlowKeys />
    </Dialog>
  );
}
