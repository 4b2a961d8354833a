// Requirements of the background scan. The API does not reveal whether a classifier is configured.
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { useGet, useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { ButtonLink, Card } from '#ui';
import { safetyTexts } from './texts.ts';

type Standing = 'met' | 'missing' | 'check';

const SIGNS = {
  met: <CircleCheck size={18} className="mt-0.5 shrink-0 text-good" aria-hidden />,
  missing: <CircleX size={18} className="mt-0.5 shrink-0 text-bad" aria-hidden />,
  check: <CircleHelp size={18} className="mt-0.5 shrink-0 text-muted" aria-hidden />,
} as const;

const PLANS = { free: 'Free', pro: 'Pro', team: 'Team' } as const;

export function Needs() {
  const texts = useTexts(safetyTexts);
  const { plan } = useSession().account;
  const mayManage = useMayManage();
  const paid = plan !== 'free';
  const consents = useGet('/v1/account/overview', {}, { wholeAccount: true }).data?.consents;
  const given = (granted: boolean | undefined): Standing =>
    granted === undefined ? 'check' : granted ? 'met' : 'missing';
  const lines: { name: string; about: string; standing: Standing }[] = [
    {
      name: texts.plan,
      about: paid ? texts.planHave(PLANS[plan]) : texts.planLack,
      standing: paid ? 'met' : 'missing',
    },
    { name: texts.plaintext, about: texts.plaintextAbout, standing: given(consents?.plaintextStorage) },
    { name: texts.aiHelper, about: texts.aiHelperAbout, standing: given(consents?.aiHelper) },
    { name: texts.classifier, about: texts.classifierAbout, standing: 'check' },
  ];
  return (
    <Card
      title={texts.needs}
      about={texts.needsAbout}
      actions={mayManage && <ButtonLink to="/settings/consents">{texts.toConsents}</ButtonLink>}
    >
      <ol className="grid gap-4 sm:grid-cols-2">
        {lines.map(({ name, about, standing }) => (
          <li key={name} className="flex items-start gap-2.5">
            {SIGNS[standing]}
            <div className="min-w-0">
              <p className="font-medium">
                {name} <span className="text-sm font-normal text-muted">· {texts[standing]}</span>
              </p>
              <p className="text-sm text-muted">{about}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
