// The verdict of the CI gate for these two runs, with adjustable thresholds and the matching command.
import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Card, Checkbox, CodeBlock, Field, Input, Loaded, SkeletonRows, TextLink } from '#ui';
import { cautionText } from './caution-text.ts';
import { compareTexts } from './texts.ts';
import { useRunFigures } from '../figures.ts';
import type { RunData } from '../types.ts';
import { gateCommand, type Thresholds } from './gate-command.ts';
import { decisionOf, failedByAll, scoringDiffers, type ShownDecision as Words } from './verdict-words.ts';

type Gate = Schemas['EvalGate'];

const SHARES = ['maxMeanDrop', 'maxCriterionDrop'] as const;
const shareIn = (text: string): number | null => {
  const value = Number(text);
  return text.trim() !== '' && value >= 0 && value <= 1 ? value : null;
};
const countIn = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

function useThresholds() {
  const [search, change] = useUrl();
  const text = (name: string) => first(search[name]) ?? '';
  const set = (name: string, value: string) => change({ [name]: value || undefined }, { replace: true });
  const thresholds: Thresholds = {};
  for (const name of SHARES) {
    const value = shareIn(text(name));
    if (value !== null) thresholds[name] = value;
  }
  const failures = countIn(text('maxNewFailures'));
  if (failures !== null) thresholds.maxNewFailures = failures;
  if (text('significance') === 'required') thresholds.requireSignificance = true;
  if (text('inconclusive') === 'fail') thresholds.failOnInconclusive = true;
  return { text, set, thresholds };
}

export function GatePreview({ baseline, candidate }: { baseline: RunData; candidate: RunData }) {
  const texts = useTexts(compareTexts);
  const { text, set, thresholds } = useThresholds();
  const asked = useGet(
    '/v1/eval-runs/gate',
    { query: { baseline: baseline.id, candidate: candidate.id, ...thresholds } },
    { keepPrevious: true },
  );
  const faultOf = (name: string, valid: boolean, words: string) =>
    text(name) !== '' && !valid ? words : null;
  return (
    <Card title={texts.gate} about={texts.gateAbout}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {SHARES.map((name) => (
          <Field
            key={name}
            label={texts[name]}
            fault={faultOf(name, shareIn(text(name)) !== null, texts.badThreshold)}
          >
            <Input
              inputMode="decimal"
              placeholder={name === 'maxMeanDrop' ? texts.maxMeanDropHint : texts.none}
              value={text(name)}
              onChange={({ target }) => set(name, target.value)}
            />
          </Field>
        ))}
        <Field
          label={texts.maxNewFailures}
          fault={faultOf('maxNewFailures', countIn(text('maxNewFailures')) !== null, texts.badCount)}
        >
          <Input
            inputMode="numeric"
            placeholder={texts.none}
            value={text('maxNewFailures')}
            onChange={({ target }) => set('maxNewFailures', target.value)}
          />
        </Field>
      </div>
      <Checkbox
        label={texts.significance}
        checked={thresholds.requireSignificance === true}
        onChange={({ target }) => set('significance', target.checked ? 'required' : '')}
      />
      <Checkbox
        label={texts.failOnInconclusive}
        checked={thresholds.failOnInconclusive === true}
        onChange={({ target }) => set('inconclusive', target.checked ? 'fail' : '')}
      />
      <Loaded of={asked} skeleton={<SkeletonRows rows={1} />}>
        {(data) => <Decision gate={data} candidate={candidate} />}
      </Loaded>
      <CodeBlock
        label={texts.command}
        code={gateCommand({ candidate: candidate.id, baseline: baseline.id }, thresholds)}
      />
      {candidate.datasetId !== null && (
        <CodeBlock
          label={texts.commandCi}
          code={gateCommand({ dataset: candidate.datasetId, baseline: baseline.id }, thresholds)}
        />
      )}
    </Card>
  );
}

const COUNTS = new Set(['new_failures', 'criterion_not_scored', 'unscored']);

const GOOD = { icon: CircleCheck, text: 'text-good', box: 'border-good/40 bg-good-soft' };
const BAD = { icon: CircleX, text: 'text-bad', box: 'border-bad/40 bg-bad-soft' };
const OPEN = { icon: CircleHelp, text: 'text-warm', box: 'border-warm/40 bg-warm-soft' };
const LOOKS: Record<Words, typeof GOOD> = {
  pass: GOOD,
  fail: BAD,
  undecided: OPEN,
  refused: BAD,
  failing: BAD,
  nothing: OPEN,
};

function Decision({ gate, candidate }: { gate: Gate; candidate: RunData }) {
  const texts = useTexts(compareTexts);
  const format = useFormat();
  const figures = useRunFigures();
  const words = decisionOf(gate, candidate);
  const { icon: Icon, text: colour, box } = LOOKS[words];
  const shown = (kind: string, value: number | null) =>
    COUNTS.has(kind) ? format.count(value) : figures.score(value);
  const nameOf = (id: number | null) =>
    gate.criterionDeltas.find(({ criterionId }) => criterionId === id)?.name ?? null;
  return (
    <div role="status" className={classNames('grid gap-2 rounded-md border px-3.5 py-3', box)}>
      <p className={classNames('flex items-center gap-2 font-semibold', colour)}>
        <Icon size={18} aria-hidden />
        {texts[words]}
      </p>
      {words === 'failing' && (
        <ul className="grid list-disc gap-1 pl-10">
          {failedByAll(candidate).map(({ name, count }) => (
            <li key={name}>{texts.allFail(name, format.count(count))}</li>
          ))}
        </ul>
      )}
      {gate.violations.length > 0 && (
        <ul className="grid list-disc gap-1 pl-10">
          {gate.violations.map(({ kind, criterionId, observed, threshold, message }) => (
            <li key={`${kind} ${criterionId}`}>
              {texts.violation(kind, shown(kind, observed), shown(kind, threshold), message)}
            </li>
          ))}
        </ul>
      )}
      {gate.cautionDetails.map((caution) => (
        <p key={`${caution.code} ${caution.criterionId}`} className="flex items-start gap-2 text-sm">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warm" />
          <span>
            {cautionText(caution, nameOf(caution.criterionId), texts, {
              ...figures,
              count: format.count,
              scoringDiffers: scoringDiffers(gate.criterionDeltas),
            })}
          </span>
        </p>
      ))}
      {gate.judgeTrust && (
        <p className="flex items-start gap-2 text-sm">
          {!gate.judgeTrust.trustEstablished && (
            <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warm" />
          )}
          <span>
            {gate.judgeTrust.trustEstablished
              ? texts.trusted
              : texts.notTrusted(
                  format.count(gate.judgeTrust.probes),
                  format.count(gate.judgeTrust.pairedCalls),
                )}{' '}
            <TextLink to="/evaluations" search={{ tab: 'trust' }} className="underline">
              {texts.toTrust}
            </TextLink>
          </span>
        </p>
      )}
    </div>
  );
}
