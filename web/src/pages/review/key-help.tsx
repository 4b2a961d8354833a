import { useTexts } from '#i18n';
import { useListedKeys } from '#lib/page-keys';
import { Switch } from '#ui';
import { reviewTexts } from './texts.ts';
import { useKeysOn } from './use-keys.ts';

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-control/60 bg-sunken px-1 font-mono text-xs">
    {children}
  </kbd>
);

/** Explains the shortcuts, with a switch to turn them off; hidden on phones. */
export function KeyHelp({ mayReview }: { mayReview: boolean }) {
  const texts = useTexts(reviewTexts);
  const [on, setOn] = useKeysOn();
  const lines: [string[], string][] = [
    ...(mayReview
      ? ([
          [['1', '–', '5'], texts.help.score],
          [['6', '–', '0'], texts.help.label],
          [['l'], texts.help.other],
          [['n'], texts.help.note],
          [['Esc'], texts.help.leave],
        ] satisfies [string[], string][])
      : []),
    [['j', '→'], texts.help.next],
    [['x'], texts.help.skip],
    [['u'], texts.help.undo],
  ];
  useListedKeys(on ? lines.map(([keys, what]) => [what, keys]) : []);
  return (
    <section
      aria-label={texts.keys}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted pointer-coarse:hidden max-sm:hidden"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {on &&
          lines.map(([keys, what]) => (
            <li key={what} className="flex items-center gap-1.5">
              {keys.map((key) => (key === '–' ? <span key={key}>–</span> : <Key key={key}>{key}</Key>))}
              {what}
            </li>
          ))}
      </ul>
      <Switch label={texts.keysOn} checked={on} onChange={setOn} />
    </section>
  );
}
