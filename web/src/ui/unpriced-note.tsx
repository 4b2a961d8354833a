import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { TextLink } from './button.tsx';
import { kitTexts } from './texts.ts';

/** Beside a sum of costs: calls in it that have no known price and count as $0. Nothing if there are none. */
export function UnpricedNote({ calls, className }: { calls: number | undefined; className?: string }) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  if (!calls) return null;
  return (
    <p className={classNames('min-w-0 truncate text-xs text-muted', className)}>
      <TextLink to="/settings/prices" className="text-muted underline" title={texts.unpricedAbout}>
        {texts.unpriced(format.count(calls), calls)}
      </TextLink>
    </p>
  );
}
