// Scores of the span and of the whole trace, and a form to add one by hand. A call gets an annotation, which
// the review queue counts too; any other span gets scores of the same names.
import { useState } from 'react';
import { useGet, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, ErrorNotice, Field, Form, Input, JudgeNow, ScoreList, Segments, TextArea, say } from '#ui';
import type { Span } from '../trace/spans.ts';
import { spanTexts } from './texts.ts';

type Score = Schemas['Score'];

export const scoresOfSpan = (scores: readonly Score[], { id, spanId }: Span): Score[] =>
  scores.filter((score) => score.callId === id || (score.spanId !== null && score.spanId === spanId));

const scoresOfTrace = (scores: readonly Score[]): Score[] =>
  scores.filter(({ callId, spanId }) => callId === null && spanId === null);

interface SpanScoresProps {
  traceId: string;
  node: Span;
  /** Those of the trace and of the span. */
  all: readonly Score[];
}

/** The scores of the trace and its spans, and those of this call. */
export function useScoresIn(traceId: string, node: Span | null): Score[] {
  const ofTrace = useGet('/v1/scores', { query: { traceId, limit: 200 } });
  const ofCall = useGet(
    '/v1/scores',
    { query: { callId: node?.id ?? '', limit: 200 } },
    { enabled: node !== null && node.call !== null },
  );
  const all = [...(ofCall.data?.scores ?? []), ...(ofTrace.data?.scores ?? [])];
  return [...new Map(all.map((score) => [score.id, score])).values()];
}

export function SpanScores({ traceId, node, all }: SpanScoresProps) {
  const texts = useTexts(spanTexts);
  const mayScore = useSession().role !== 'viewer';
  const ofSpan = scoresOfSpan(all, node);
  const whole = scoresOfTrace(all);
  return (
    <div className="grid min-w-0 gap-5">
      {node.call && (
        <div className="flex justify-end">
          <JudgeNow key={node.id} about="call" id={node.id} />
        </div>
      )}
      {ofSpan.length > 0 ? <ScoreList scores={ofSpan} /> : <p className="text-muted">{texts.noScores}</p>}
      {whole.length > 0 && (
        <section aria-label={texts.traceScores} className="grid min-w-0 gap-3 border-t pt-4">
          <h3 className="text-sm">{texts.traceScores}</h3>
          <ScoreList scores={whole} />
        </section>
      )}
      {mayScore && <ScoreForm key={node.id} traceId={traceId} node={node} />}
    </div>
  );
}

const TARGETS = ['span', 'trace'] as const;
const RATINGS = ['none', '1', '2', '3', '4', '5'] as const;
const STALE = ['/v1/scores', '/v1/annotations'];

function ScoreForm({ traceId, node }: { traceId: string; node: Span }) {
  const texts = useTexts(spanTexts);
  const [round, setRound] = useState(0);
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('span');
  const [rating, setRating] = useState<(typeof RATINGS)[number]>('none');
  const [isFilled, setIsFilled] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const done = (isTextDropped: boolean) => {
    say(isTextDropped ? texts.savedWithoutText : texts.saved);
    setRating('none');
    setIsFilled(false);
    setRound(round + 1);
  };
  const annotate = useSend('post', '/v1/annotations', { changes: STALE, onSuccess: () => done(false) });
  const score = useSend('post', '/v1/scores', {
    changes: STALE,
    onSuccess: ({ rejected: [first], textDropped }) =>
      first ? setRefused(first.reason) : done(textDropped > 0),
  });
  const send = ({ label = '', note = '' }: Record<string, string>) => {
    setRefused(null);
    const quality = rating === 'none' ? null : Number(rating);
    const [labelText, noteText] = [label.trim(), note.trim()];
    if (target === 'span' && node.call)
      return annotate.mutate({
        body: {
          callId: node.id,
          qualityScore: quality,
          label: labelText || null,
          annotationText: noteText || null,
        },
      });
    const about = {
      traceId,
      source: 'human' as const,
      ...(target === 'span' ? { spanId: node.spanId } : {}),
    };
    return score.mutate({
      body: {
        scores: [
          ...(quality === null ? [] : [{ ...about, name: 'quality', value: quality }]),
          ...(labelText === '' ? [] : [{ ...about, name: 'label', value: labelText }]),
          ...(noteText === ''
            ? []
            : [{ ...about, name: 'note', dataType: 'text' as const, value: noteText }]),
        ],
      },
    });
  };
  // A span without an id can only be found through its trace.
  const targets = node.call || node.spanId !== null ? TARGETS : (['trace'] as const);
  return (
    <section
      aria-label={texts.addScore}
      className="grid min-w-0 gap-3 border-t pt-4"
      onInput={() => setIsFilled(true)}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm">{texts.addScore}</h3>
        <Segments
          label={texts.target}
          value={targets.find((one) => one === target) ?? 'trace'}
          onChange={setTarget}
          options={targets.map((value) => ({ value, label: texts.targets[value] }))}
        />
      </div>
      <Form key={round} onSubmit={send} error={annotate.error ?? score.error}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-sm font-medium">{texts.quality}</span>
          <Segments
            label={texts.quality}
            value={rating}
            onChange={setRating}
            options={RATINGS.map((value) => ({ value, label: value === 'none' ? texts.noRating : value }))}
          />
        </div>
        <Field label={texts.label}>
          <Input name="label" maxLength={50} autoComplete="off" placeholder={texts.labelHint} />
        </Field>
        <Field label={texts.note}>
          <TextArea name="note" rows={2} maxLength={2000} />
        </Field>
        {refused !== null && <ErrorNotice error={new Error(refused)} />}
        <div className="flex justify-end">
          <Button
            type="submit"
            busy={annotate.isPending || score.isPending}
            disabled={rating === 'none' && !isFilled}
          >
            {texts.save}
          </Button>
        </div>
      </Form>
    </section>
  );
}
