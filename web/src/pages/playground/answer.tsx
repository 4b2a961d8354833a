import { useState, type ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import {
  AlertBox,
  AppLink,
  Badge,
  Button,
  Duration,
  ErrorNotice,
  Field,
  JsonView,
  Money,
  StatusDot,
  TextArea,
} from '#ui';
import { mockedResults, type ToolCallData } from './draft.ts';
import { playgroundTexts } from './texts.ts';
import type { PlaygroundRunState } from './use-playground-runs.ts';

const TONES = { running: 'warm', done: 'good', failed: 'bad', stopped: 'neutral' } as const;

interface AnswerProps {
  /** The number of its column, from 1. */
  place: number;
  run: PlaygroundRunState;
  /** Results of mocked tools by name. */
  mocks: Readonly<Record<string, string>>;
  onContinue: (results: Record<string, string>) => void;
}

export function PlaygroundAnswer({ place, run, mocks, onContinue }: AnswerProps) {
  const texts = useTexts(playgroundTexts);
  const { status, text, reasoning, toolCalls, output, fault, error, callId, finish } = run;
  return (
    <div className="grid min-w-0 gap-3 border-t pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusDot tone={TONES[status]}>{texts[status]}</StatusDot>
        {output && (
          <Badge tone={output.valid ? 'good' : 'bad'}>{output.valid ? texts.valid : texts.invalid}</Badge>
        )}
        {callId !== null && (
          <AppLink to="/calls/$id" params={{ id: callId }} className="ml-auto text-accent">
            {texts.openCall}
          </AppLink>
        )}
      </div>
      <Figures run={run} />
      {reasoning !== '' && (
        <details className="min-w-0 text-sm text-muted">
          <summary className="w-fit rounded-sm hover:text-text">{texts.reasoning}</summary>
          <p className="mt-1 break-words whitespace-pre-wrap">{reasoning}</p>
        </details>
      )}
      {text !== '' && (
        <div
          tabIndex={0}
          role="region"
          aria-label={texts.answerOf(place)}
          aria-live={status === 'running' ? 'off' : 'polite'}
          className="max-h-[60vh] min-w-0 overflow-auto rounded-md border bg-sunken p-3 break-words whitespace-pre-wrap"
        >
          {text}
        </div>
      )}
      {output?.problem && <p className="text-sm text-bad">{output.problem}</p>}
      {finish === 'length' && <p className="text-sm text-warm">{texts.cutOff}</p>}
      {finish === 'refused' && <p className="text-sm text-warm">{texts.refused}</p>}
      {error ? <ErrorNotice error={error} /> : null}
      {fault && (
        <AlertBox>
          <div className="grid min-w-0 gap-1">
            <p>{fault.message}</p>
            {fault.detail !== null && (
              <p className="text-sm break-words text-muted">{texts.said(fault.detail)}</p>
            )}
          </div>
        </AlertBox>
      )}
      {status === 'done' && callId === null && <p className="text-sm text-warm">{texts.notStored}</p>}
      {status === 'done' &&
        (toolCalls.length > 0 ? (
          <ToolResults calls={toolCalls} mocks={mocks} onSend={onContinue} />
        ) : (
          text !== '' && (
            <div>
              <Button size="small" onClick={() => onContinue({})}>
                {texts.addToConversation}
              </Button>
            </div>
          )
        ))}
    </div>
  );
}

function Figures({ run: { usage, latencyMs, costUsd, status } }: { run: PlaygroundRunState }) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  const isKnown = usage !== null || costUsd !== null;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Figure label={texts.latency}>
        <Duration ms={latencyMs} />
      </Figure>
      {usage?.ttftMs !== null && usage !== null && (
        <Figure label={texts.firstToken}>
          <Duration ms={usage.ttftMs} />
        </Figure>
      )}
      {isKnown && (
        <Figure label={texts.cost}>
          {costUsd === null ? (
            <span className="text-muted">{texts.noPrice}</span>
          ) : (
            <>
              {status === 'running' && '≈ '}
              <Money usd={costUsd} />
            </>
          )}
        </Figure>
      )}
      {usage && (
        <Figure label={texts.tokens}>
          {format.count(usage.inputTokens)} / {format.count(usage.outputTokens)}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

interface ToolResultsProps {
  calls: readonly ToolCallData[];
  mocks: Readonly<Record<string, string>>;
  onSend: (results: Record<string, string>) => void;
}

function ToolResults({ calls, mocks, onSend }: ToolResultsProps) {
  const texts = useTexts(playgroundTexts);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const results = { ...mockedResults(calls, mocks), ...typed };
  return (
    <div className="grid min-w-0 gap-3">
      {calls.map(({ id, name, arguments: given }) => (
        <div key={id} className="grid min-w-0 gap-2 rounded-md border p-2.5">
          <JsonView label={texts.toolCall(name)} value={given} />
          <Field label={texts.result(name)}>
            <TextArea
              rows={3}
              spellCheck={false}
              className="font-mono text-sm"
              value={results[id] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
            />
          </Field>
        </div>
      ))}
      <div>
        <Button size="small" look="main" onClick={() => onSend(results)}>
          {texts.sendResults}
        </Button>
      </div>
    </div>
  );
}
