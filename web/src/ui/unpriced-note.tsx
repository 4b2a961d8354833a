import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { TextLink } from './button.tsx';
import { kitTexts } from './texts.ts';

interface UnpricedNoteProps {
  calls: number | undefined;
  /** Where the place is narrow. */
  short?: boolean;
  className?: string;
}

/** Beside a sum of costs: calls in it that have no known price and count as $0. Nothing if there are none. */
export function UnpricedNote({ calls, short = false, className }: UnpricedNoteProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  if (!calls) return null;
  return (
    <p className={classNames('min-w-0 truncate text-xs text-muted', className)}>
      <TextLink
        to="/settings/prices"
        className="text-muted underline"
        title={`${texts.unpriced(format.count(calls), calls)}. ${texts.unpricedAbout}`}
      >
        {short ? texts.unpricedShort(format.count(calls)) : texts.unpriced(format.count(calls), calls)}
      </TextLink>
    </p>
  );
}
