// What can be done about some calls, as four steps. A step that was taken has a tick and a link to what it made.
import { Check, FlaskConical, GitPullRequestArrow, ListPlus, SquareTerminal } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, ButtonLink, TextLink } from '../button.tsx';
import { GateDialog } from './gate-dialog.tsx';
import { fixTexts } from './texts.ts';
import { useFix, useFixTrail, type FixSubject } from './use-fix.ts';

interface FixBarProps extends FixSubject {
  /** Shown at the end, such as a link to the guide. */
  children?: ReactNode;
}

export function FixBar({ children, ...subject }: FixBarProps) {
  const texts = useTexts(fixTexts);
  const format = useFormat();
  const id = useId();
  const { role, account } = useSession();
  const { data: trail } = useFixTrail(subject.callIds);
  const { openDataset, experiment, gate } = useFix(subject, trail);
  const isViewer = role === 'viewer';
  const mayMake = !isViewer && account.plan !== 'free';
  const [newest] = subject.callIds;
  const [dataset] = trail?.datasets ?? [];
  const [tried] = trail?.experiments ?? [];
  const [run] = trail?.runs ?? [];
  const shipped = trail?.experiments.find((each) => each.shipped !== null)?.shipped;
  const project = subject.projectId === null ? {} : { project: subject.projectId };
  if (newest === undefined) return null;
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3 rounded-md border bg-sunken p-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 id={id}>{texts.title}</h3>
        <p className="text-sm text-muted">
          {isViewer ? texts.viewer : mayMake ? texts.about : texts.needsPlan}
        </p>
      </div>
      <ol className="grid min-w-0 gap-3 sm:grid-cols-2">
        <Step
          about={texts.datasetAbout}
          done={dataset !== undefined}
          action={
            <Button
              size="small"
              look={dataset ? 'plain' : 'main'}
              disabled={!mayMake && dataset === undefined}
              busy={openDataset.isPending}
              icon={<ListPlus size={16} aria-hidden />}
              onClick={() => openDataset.mutate()}
            >
              {dataset ? texts.openDataset : texts.makeDataset}
            </Button>
          }
        >
          {dataset && (
            <Link to="/evaluations/datasets/$id" id={String(dataset.id)} search={project}>
              {texts.datasetItems(dataset.name, format.count(dataset.itemCount), dataset.itemCount)}
            </Link>
          )}
        </Step>
        <Step
          about={texts.playgroundAbout}
          done={false}
          action={
            <ButtonLink size="small" to="/playground" search={{ ...project, call: newest }}>
              <SquareTerminal size={16} aria-hidden />
              {texts.playground}
            </ButtonLink>
          }
        />
        <Step
          about={texts.experimentAbout}
          done={tried?.status === 'done'}
          action={
            <Button
              size="small"
              look={dataset && !tried ? 'main' : 'plain'}
              disabled={!mayMake}
              busy={experiment.isPending}
              icon={<FlaskConical size={16} aria-hidden />}
              onClick={() => experiment.mutate()}
            >
              {texts.experiment}
            </Button>
          }
        >
          {tried && (
            <Link to="/evaluations/experiments/$id" id={tried.id} search={project}>
              {tried.name}
            </Link>
          )}
          {shipped && <p className="text-sm text-good">{texts.shipped(shipped.version, shipped.label)}</p>}
        </Step>
        <Step
          about={texts.gateAbout}
          done={run !== undefined}
          action={
            <Button
              size="small"
              look={tried && !run ? 'main' : 'plain'}
              disabled={!mayMake}
              busy={gate.isPending}
              icon={<GitPullRequestArrow size={16} aria-hidden />}
              onClick={() => gate.mutate()}
            >
              {texts.gate}
            </Button>
          }
        >
          {run && (
            <Link to="/evaluations/runs/$id" id={String(run.id)} search={project}>
              {texts.run(run.id)}
            </Link>
          )}
        </Step>
      </ol>
      {children}
      {gate.data && <GateDialog {...gate.data} onClose={() => gate.reset()} />}
    </section>
  );
}

interface StepProps {
  about: string;
  done: boolean;
  action: ReactNode;
  /** Links to what was made. */
  children?: ReactNode;
}

function Step({ about, done, action, children }: StepProps) {
  const texts = useTexts(fixTexts);
  return (
    <li className="grid min-w-0 content-start justify-items-start gap-1">
      <div className="flex max-w-full min-w-0 items-center gap-2">
        {action}
        {done && (
          <span className="inline-flex items-center gap-1 text-sm text-good">
            <Check size={16} aria-hidden />
            <span className="sr-only">{texts.done}</span>
          </span>
        )}
      </div>
      {children}
      <p className="text-sm text-muted">{about}</p>
    </li>
  );
}

interface LinkProps {
  to: string;
  id: string;
  search: Record<string, string>;
  children: ReactNode;
}

const Link = ({ to, id, search, children }: LinkProps) => (
  <TextLink to={to} params={{ id }} search={search} className="max-w-full min-w-0 truncate text-sm">
    {children}
  </TextLink>
);
