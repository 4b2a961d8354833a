// The calls after the current one, named by their input. A click moves one of them to the front.
import { usePreviews } from '#api';
import { useTexts } from '#i18n';
import { Badge, CallName, Card } from '#ui';
import { REASON_TONES } from './call-view.tsx';
import { reviewTexts } from './texts.ts';
import type { Item } from './types.ts';

const SHOWN = 5;

interface UpNextProps {
  items: readonly Item[];
  onPick: (item: Item) => void;
}

export function UpNext({ items, onPick }: UpNextProps) {
  const texts = useTexts(reviewTexts);
  const shown = items.slice(0, SHOWN);
  const previews = usePreviews(items.map(({ call }) => call.id));
  if (shown.length === 0) return null;
  return (
    <div className="max-lg:hidden">
      <Card title={texts.upNext}>
        <ul className="-mx-2 grid min-w-0">
          {shown.map((item) => (
            <li key={item.call.id} className="min-w-0">
              <button
                type="button"
                onClick={() => onPick(item)}
                className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-md px-2 py-1.5 text-left text-sm ring-inside hover:bg-hover"
              >
                <CallName preview={previews.get(item.call.id)} id={item.call.id} />
                <Badge tone={REASON_TONES[item.reason]}>{texts.reasons[item.reason]}</Badge>
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
