// The parts of one message: words, reasoning, tool calls, media.
import type { Message, MessagePart } from '@tracewell/sdk/reading';
import { Brain, Cog } from 'lucide-react';
import { useTexts } from '#i18n';
import { isInstruction } from '#lib/roles';
import { JsonView } from '../json-view.tsx';
import { MediaView } from './media-view.tsx';
import { conversationTexts } from './texts.ts';
import { ResultView, ToolView } from './tool-view.tsx';
import { Words } from './words.tsx';

/** Longer instructions are folded: they are the same in every call. */
const LONG_INSTRUCTIONS = 600;

export const spokenOf = (parts: readonly MessagePart[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');

interface MessagePartsProps {
  message: Message;
  /** Instructions begin folded, however short. */
  folded?: boolean;
}

export function MessageParts({ message: { role, parts }, folded = false }: MessagePartsProps) {
  const texts = useTexts(conversationTexts);
  const quiet = isInstruction(role);
  if (parts.length === 0) return <p className="text-muted">{texts.saidNothing}</p>;
  const shown = parts.map((part, index) => <PartView key={index} part={part} quiet={quiet} />);
  const spoken = spokenOf(parts);
  if (!quiet || !(folded || spoken.length > LONG_INSTRUCTIONS)) return shown;
  return (
    <details className="min-w-0 rounded-md border border-dashed px-3 py-2">
      <summary className="flex min-w-0 items-center gap-2 text-sm text-muted">
        <Cog size={14} aria-hidden className="shrink-0" />
        <span className="shrink-0">{texts.instructions}</span>
        <span className="truncate">{spoken.trim().slice(0, 200)}</span>
      </summary>
      <div className="grid min-w-0 grid-cols-1 gap-2 pt-2">{shown}</div>
    </details>
  );
}

function PartView({ part, quiet }: { part: MessagePart; quiet: boolean }) {
  const texts = useTexts(conversationTexts);
  switch (part.kind) {
    case 'text':
      return <Words text={part.text} quiet={quiet} />;
    case 'reasoning':
      return (
        <details className="min-w-0 rounded-md border border-dashed px-3 py-2">
          <summary className="flex items-center gap-2 text-sm text-muted">
            <Brain size={14} aria-hidden />
            {texts.reasoning}
          </summary>
          <div className="pt-2">
            <Words text={part.text} quiet />
          </div>
        </details>
      );
    case 'toolCall':
      return <ToolView call={part} />;
    case 'toolResult':
      return <ResultView name={part.name} result={part.result} />;
    case 'media':
      return <MediaView media={part} />;
    default:
      return <JsonView label={texts.json} value={part.value} folds />;
  }
}
