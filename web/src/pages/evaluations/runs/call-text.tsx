// Input and output of a call, loaded when an item is expanded.
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { Skeleton } from '#ui';
import { runTexts } from './texts.ts';

/** Text, messages or message parts as one text; anything else as JSON. */
function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('\n\n');
  if (!isObject(value)) return JSON.stringify(value);
  const inner = value['content'] ?? value['text'] ?? value['parts'] ?? value['message'];
  return inner === undefined || inner === null ? JSON.stringify(value, null, 2) : plainText(inner);
}

const PARTS = ['input', 'output'] as const;
type Part = (typeof PARTS)[number];

interface CallTextProps {
  callId: string;
  parts: readonly Part[];
}

/**
 * Renders nothing if no content is stored or the call is gone; the score and its reason are shown beside it.
 */
export function CallText({ callId, parts }: CallTextProps) {
  const texts = useTexts(runTexts);
  const asked = useGet('/v1/query/calls/{id}', { path: { id: callId } }, { staleTime: 300_000 });
  if (asked.isPending) return <Skeleton className="h-10" />;
  const meta: unknown = asked.data?.call.requestMeta;
  const said = parts.flatMap((part): [Part, string][] => {
    const text = isObject(meta) ? plainText(meta[part]).trim() : '';
    return text === '' ? [] : [[part, text]];
  });
  if (said.length === 0) return null;
  return (
    <dl className="grid min-w-0 gap-2">
      {said.map(([part, text]) => (
        <TextPart key={part} label={texts[part]} text={text} />
      ))}
    </dl>
  );
}

export const TextPart = ({ label, text }: { label: string; text: string }) => (
  <div className="min-w-0">
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{text}</dd>
  </div>
);
