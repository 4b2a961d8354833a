import { Lightbulb } from 'lucide-react';
import { useTexts, useWorded } from '#i18n';
import { Card, Button, ErrorNotice, say } from '#ui';
import { useGet, useMayManage, useSend } from '#api';
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

/** A button beside a rejected provider: one click makes the account accept any provider. */
function AcceptAnyProvider() {
  const texts = useTexts(diagnosticsTexts);
  const mayManage = useMayManage();
  const account = useGet('/v1/account/overview', {}, { wholeAccount: true });
  const accept = useSend('patch', '/v1/account/settings', {
    wholeAccount: true,
    changes: ['/v1/account', '/v1/audit'],
    onSuccess: () => say(texts.anyAccepted),
  });
  const accepted = account.data?.settings.acceptProviders;
  if (accepted === undefined) return null;
  if (accepted === 'any') return <p className="text-sm text-muted">{texts.anyAccepted}</p>;
  if (!mayManage) return <p className="text-sm text-muted">{texts.anyByAdmin}</p>;
  return (
    <>
      <Button busy={accept.isPending} onClick={() => accept.mutate({ body: { acceptProviders: 'any' } })}>
        {texts.acceptAny}
      </Button>
      {accept.error && <ErrorNotice error={accept.error} />}
    </>
  );
}
