// The guided example: a strip above the real pages that says what to click and why. It goes on by itself when
// a step is done, and can be left and resumed.
import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { askAgain, useGet } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { guide } from '#lib/guide';
import { GUIDE_STEPS, guideStepAfter, type GuideStep } from '#lib/guide-steps';
import { useStored } from '#lib/stored';
import { Button, ButtonLink, CloseButton, say, useFixTrail } from '#ui';
import { guideTexts } from './guide-texts.ts';

export function Guide() {
  const state = useStored(guide);
  const isOpen = state !== null && state.isOpen;
  const { data } = useGet('/v1/sample-data', {}, { wholeAccount: true, enabled: isOpen });
  return isOpen && data?.projectId ? <GuideCard step={state.step} projectId={data.projectId} /> : null;
}

const LOOK_MS = 2_000;

function GuideCard({ step, projectId }: { step: GuideStep; projectId: string }) {
  const texts = useTexts(guideTexts);
  const at = GUIDE_STEPS.indexOf(step);
  const { finding, trail } = useExample(projectId);
  const place = useRouterState({ select: ({ location }) => location });
  const isAtFinding =
    place.pathname === '/guardian' &&
    finding !== undefined &&
    (place.search as { finding?: string }).finding === finding.id;
  const hasDataset = (trail?.datasets.length ?? 0) > 0;
  const experiment = trail?.experiments.find(({ status }) => status === 'done');
  const hasDoneExperiment = experiment !== undefined;
  useEffect(() => {
    const next = guideStepAfter(step, { isAtFinding, hasDataset, hasDoneExperiment });
    if (next !== step) guide.set({ step: next, isOpen: true });
  }, [step, isAtFinding, hasDataset, hasDoneExperiment]);
  const words = texts.steps[step];
  const leave = () => {
    guide.set({ step, isOpen: false });
    say(texts.resume);
  };
  const callId = finding?.evidence.callIds[0];
  const toFinding = { to: '/guardian', search: { project: projectId, finding: finding?.id } };
  const isPlay = step === 'playground' && callId !== undefined;
  const isLast = at === GUIDE_STEPS.length - 1;
  return (
    <section
      aria-label={texts.title}
      className="sticky top-14 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-accent bg-accent-soft px-4 py-2.5 pr-12 sm:px-6 sm:pr-14 lg:top-0"
    >
      <div className="grid min-w-0 flex-1 basis-80 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="flex items-center gap-2 text-base/5" aria-live="polite">
            {words.title}
            {isLast && experiment?.shipped && <Check size={16} aria-hidden className="text-good" />}
          </h2>
          <ol aria-hidden className="flex w-20 gap-1">
            {GUIDE_STEPS.map((each, index) => (
              <li
                key={each}
                className={classNames('h-1 flex-1 rounded-full', index <= at ? 'bg-accent' : 'bg-line')}
              />
            ))}
          </ol>
          <p className="text-sm text-muted">{texts.stepOf(at + 1, GUIDE_STEPS.length)}</p>
        </div>
        <p className="max-w-prose text-sm max-sm:line-clamp-3">{finding ? words.about : texts.waiting}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {finding && !(isAtFinding && !isPlay) && (
          <ButtonLink
            size="small"
            look="main"
            {...(isPlay ? { to: '/playground', search: { project: projectId, call: callId } } : toFinding)}
          >
            {words.go}
          </ButtonLink>
        )}
        {isLast && experiment && (
          <ButtonLink
            size="small"
            to="/evaluations/experiments/$id"
            params={{ id: experiment.id }}
            search={{ project: projectId }}
          >
            {texts.experiment}
          </ButtonLink>
        )}
        <Button
          size="small"
          onClick={() => {
            const next = GUIDE_STEPS[at + 1];
            guide.set(next === undefined ? null : { step: next, isOpen: true });
          }}
        >
          {isLast ? texts.finish : texts.next}
        </Button>
      </div>
      <CloseButton label={texts.leave} className="absolute top-1.5 right-2 sm:right-3" onClick={leave} />
    </section>
  );
}

/** The sample's finding, and what has been made of it. */
function useExample(projectId: string) {
  const findings = useGet(
    '/v1/guardian/findings',
    { query: { kind: 'tool_loop', limit: 50 } },
    { wholeAccount: true, refetchInterval: LOOK_MS },
  );
  const finding = findings.data?.findings.find((each) => each.projectId === projectId);
  const client = useQueryClient();
  const id = finding?.id;
  // The lists on screen may be from before the guardian looked.
  useEffect(() => {
    if (id !== undefined) void askAgain(client, '/v1/guardian', '/v1/attention');
  }, [client, id]);
  const { data: trail } = useFixTrail(finding?.evidence.callIds ?? [], LOOK_MS);
  return { finding, trail };
}
