import { Lightbulb } from 'lucide-react';
import { useTexts, useWorded } from '#i18n';
import { Card } from '#ui';
import { AcceptAnyProvider } from './accept-any-provider.tsx';
import { diagnosticsTexts } from './texts.ts';
import type { DiagnosticsData } from './types.ts';
import { hintWordings } from './wordings.ts';

const ABOUT_PROVIDERS: ReadonlySet<string> = new Set(['unknown_provider', 'missing_provider']);

export function Hints({ hints }: { hints: DiagnosticsData['codedHints'] }) {
  const texts = useTexts(diagnosticsTexts);
  const say = useWorded(hintWordings);
  if (hints.length === 0) return null;
  return (
    <Card title={texts.hints}>
      <ul className="grid gap-3">
        {hints.map((hint) => {
          const { words, lang } = say(hint, hint.message);
          return (
            <li key={hint.code} className="flex items-start gap-2.5">
              <Lightbulb size={18} className="mt-0.5 shrink-0 text-warm" aria-hidden />
              <div className="grid min-w-0 justify-items-start gap-2">
                <p lang={lang} className="max-w-4xl min-w-0 break-words">
                  {words}
                </p>
                {ABOUT_PROVIDERS.has(hint.code) && <AcceptAnyProvider />}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
