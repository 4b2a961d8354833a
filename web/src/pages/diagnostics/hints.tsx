import { Lightbulb } from 'lucide-react';
import { useTexts } from '#i18n';
import { Card } from '#ui';
import { diagnosticsTexts } from './texts.ts';

/** As the service words them, which is English. */
export function Hints({ hints }: { hints: readonly string[] }) {
  const texts = useTexts(diagnosticsTexts);
  if (hints.length === 0) return null;
  return (
    <Card title={texts.hints}>
      <ul className="grid gap-3">
        {hints.map((hint) => (
          <li key={hint} className="flex items-start gap-2.5">
            <Lightbulb size={18} className="mt-0.5 shrink-0 text-warm" aria-hidden />
            <p lang="en" className="max-w-4xl min-w-0 break-words">
              {hint}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
