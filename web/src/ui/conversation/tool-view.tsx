// A tool call and its result as one block. A long result begins folded.
import { parsedJson, type ToolCall } from '@tracewell/sdk/reading';
import { CornerDownRight, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '#i18n';
import { JsonView } from '../json-view.tsx';
import { Duration } from '../values.tsx';
import { conversationTexts } from './texts.ts';
import { Words } from './words.tsx';

/** A result of more lines is folded. */
const FOLDED = { chars: 2_000, lines: 20 };

export function ToolView({ call: { input, result, durationMs, error, ...call } }: { call: ToolCall }) {
  const texts = useTexts(conversationTexts);
  const name = call.name ?? '?';
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2 rounded-md border p-3">
      <p className="flex flex-wrap items-center gap-2">
        <Wrench size={14} aria-hidden className="text-plum" />
        <span className="text-sm text-muted">{texts.calls}</span>
        <code className="min-w-0 font-mono text-sm font-medium break-all">{name}</code>
        {durationMs !== undefined && (
          <span className="text-sm text-muted">
            <Duration ms={durationMs} />
          </span>
        )}
      </p>
      {isGiven(input) && <ValueView label={texts.argumentsOf(name)} value={input} />}
      {result !== undefined && <ResultView name={call.name} result={result} />}
      {error !== undefined && <p className="break-words text-bad">{texts.toolFailed(error)}</p>}
    </div>
  );
}

/** An empty object says that the tool takes no arguments. */
const isGiven = (input: unknown): boolean => {
  const read = parsedJson(input);
  return read !== null && read !== undefined && JSON.stringify(read) !== '{}';
};

export function ResultView({ name, result }: { name: string | null; result: unknown }) {
  const texts = useTexts(conversationTexts);
  return (
    <div className="flex min-w-0 gap-2">
      <CornerDownRight size={16} aria-hidden className="mt-1 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <ValueView label={name === null ? texts.result : texts.resultOf(name)} value={result} />
      </div>
    </div>
  );
}

/** What a program said or returned: JSON as a tree, also where it came as text. */
function ValueView({ label, value }: { label: string; value: unknown }) {
  const shown = useMemo(() => parsedJson(value), [value]);
  if (typeof shown !== 'string') return <JsonView label={label} value={shown} folds />;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <p className="text-sm text-muted">{label}</p>
      <Words text={shown} plain most={FOLDED} />
    </div>
  );
}
