// Loads sample data, a week of three fictional agents, into a separate project, and removes it on request.
import { useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { guide } from '#lib/guide';
import { useStored } from '#lib/stored';
import { Button, ButtonLink, Card, ConfirmDialog, ErrorNotice, say } from '#ui';
import { startTexts } from './texts.ts';

const CHANGES = [
  '/v1/sample-data',
  '/v1/projects',
  '/v1/dashboards',
  '/v1/query',
  '/v1/account/overview',
  '/v1/prompts',
  '/v1/model-connections',
  '/v1/eval-datasets',
  '/v1/experiments',
  '/v1/guardian',
  '/v1/fix-trail',
];

const overviewLink = (projectId: string) =>
  ({ to: '/', search: { project: projectId, window: '7d' } }) as const;

export function SampleDataCard() {
  const texts = useTexts(startTexts);
  const { role } = useSession();
  const asked = useGet('/v1/sample-data', {}, { wholeAccount: true });
  if (role === 'viewer' || !asked.data) return null;
  const { loaded, projectId, records } = asked.data;
  return (
    <Card title={texts.sampleTitle} {...(loaded ? {} : { about: texts.sampleAbout })}>
      {loaded && projectId !== null ? <Loaded projectId={projectId} records={records} /> : <Load />}
    </Card>
  );
}

function Load() {
  const texts = useTexts(startTexts);
  const navigate = useNavigate();
  const load = useSend('post', '/v1/sample-data', {
    changes: CHANGES,
    wholeAccount: true,
    onSuccess: ({ projectId }) => {
      if (projectId !== null) void navigate(overviewLink(projectId));
    },
  });
  return (
    <>
      {load.error && <ErrorNotice error={load.error} />}
      <div>
        <Button
          icon={<Sparkles size={16} aria-hidden />}
          busy={load.isPending}
          onClick={() => load.mutate({})}
        >
          {texts.sampleLoad}
        </Button>
      </div>
    </>
  );
}

function Loaded({ projectId, records }: { projectId: string; records: number }) {
  const texts = useTexts(startTexts);
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const begun = useStored(guide);
  // Experiments need a plan.
  const mayTry = useSession().account.plan !== 'free';
  const remove = useSend('delete', '/v1/sample-data', {
    changes: CHANGES,
    wholeAccount: true,
    onSuccess: () => {
      setAsking(false);
      guide.set(null);
      say(texts.sampleRemoved);
    },
  });
  return (
    <>
      <p>{texts.sampleThere(format.count(records))}</p>
      {mayTry && <p className="text-sm text-muted">{texts.guideAbout}</p>}
      <div className="flex flex-wrap gap-2">
        {mayTry && (
          <ButtonLink
            look="main"
            to="/guardian"
            search={{ project: projectId }}
            onClick={() => guide.set({ step: begun?.step ?? 'finding', isOpen: true })}
          >
            {begun === null ? texts.guideStart : texts.guideResume}
          </ButtonLink>
        )}
        <ButtonLink {...overviewLink(projectId)}>{texts.sampleOpen}</ButtonLink>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {texts.sampleRemove}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
        title={texts.sampleRemoveTitle}
        about={texts.sampleRemoveAbout}
        action={texts.sampleRemove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({})}
      />
    </>
  );
}
