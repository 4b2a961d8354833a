import { Badge } from './badge.tsx';

const SHOWN = 2;

/** The first tags of a row, and how many more there are; all of them on hover. */
export function TagBadges({ tags }: { tags: Readonly<Record<string, string>> | null }) {
  const pairs = Object.entries(tags ?? {});
  if (pairs.length === 0) return <span className="text-muted">–</span>;
  return (
    <span
      title={pairs.map(([key, value]) => `${key}: ${value}`).join('\n')}
      className="flex min-w-0 items-center gap-1"
    >
      {pairs.slice(0, SHOWN).map(([key, value]) => (
        <span key={key} className="flex min-w-14">
          <Badge>
            <span className="truncate">
              {key}: {value}
            </span>
          </Badge>
        </span>
      ))}
      {pairs.length > SHOWN && (
        <span className="flex shrink-0">
          <Badge>+{pairs.length - SHOWN}</Badge>
        </span>
      )}
    </span>
  );
}
