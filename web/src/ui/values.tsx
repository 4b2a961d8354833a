// Formatted values: short in the page, exact on hover.
import { useFormat } from '#i18n';
import { formatUtc, type TimeStyle } from '#lib/format';
import { useNow } from '#lib/use-now';

type Amount = number | null | undefined;

/** Local time; UTC on hover. */
export function Time({ at, show = 'minute' }: { at: string; show?: TimeStyle }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={formatUtc(at)} className="whitespace-nowrap">
      {format.time(at, show)}
    </time>
  );
}

/** "5 min. ago"; local time and UTC on hover. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  const now = useNow(10_000);
  return (
    <time dateTime={at} title={`${format.time(at, 'full')} (${formatUtc(at)})`} className="whitespace-nowrap">
      {format.ago(at, Math.max(now, Date.parse(at)))}
    </time>
  );
}

export function Money({ usd }: { usd: Amount }) {
  return (
    <span title={typeof usd === 'number' ? `${usd} USD` : undefined} className="whitespace-nowrap">
      {useFormat().money(usd)}
    </span>
  );
}

export function Duration({ ms }: { ms: Amount }) {
  return (
    <span title={typeof ms === 'number' ? `${ms} ms` : undefined} className="whitespace-nowrap">
      {useFormat().duration(ms)}
    </span>
  );
}

export function Tokens({ count }: { count: Amount }) {
  const format = useFormat();
  return (
    <span title={format.count(count)} className="whitespace-nowrap">
      {format.compact(count)}
    </span>
  );
}

/** A text that its column cuts; whole on hover. */
export const Cut = ({ text, mono = false }: { text: string; mono?: boolean }) =>
  text === '' ? (
    <span className="text-muted">–</span>
  ) : (
    <span title={text} className={mono ? 'font-mono text-sm' : undefined}>
      {text}
    </span>
  );
