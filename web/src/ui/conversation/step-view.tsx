// What one call adds to the conversation. The messages that calls before it had are folded, and loaded when they are opened.
import { conversationOf } from '@tracewell/sdk/reading';
import { ChevronDown, ChevronRight, History } from 'lucide-react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { AnswerMessages, GivenMessages } from './conversation.tsx';
import { ConversationView } from './conversation-view.tsx';
import { pairTools } from './pair-tools.ts';
import { conversationTexts } from './texts.ts';

type Step = Schemas['ConversationStep'];
type Stretch = Step['input'][number];

interface StepViewProps {
  callId: string;
  /** Shown when the call has no content that can be read. */
  empty?: ReactNode;
}

export function StepView({ callId, empty = null }: StepViewProps) {
  const asked = useGet('/v1/query/calls/{id}/step', { path: { id: callId } }, { staleTime: 60_000 });
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={4} />}>
      {({ step }) =>
        step.omitted ? (
          <WholeCall callId={callId} empty={empty} />
        ) : (
          <StepMessages step={step} empty={empty} />
        )
      }
    </Loaded>
  );
}

const useWholeCall = (id: string, enabled: boolean) =>
  useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000, enabled });

/** A call whose messages are too large for a step. */
function WholeCall({ callId, empty = null }: StepViewProps) {
  return (
    <Loaded of={useWholeCall(callId, true)} skeleton={<SkeletonRows rows={4} />}>
      {({ call }) => <ConversationView call={call} empty={empty} />}
    </Loaded>
  );
}

function StepMessages({ step: { id, input, output }, empty }: { step: Step; empty: ReactNode }) {
  const groups = useMemo(
    () => pairTools([...input.map(({ messages }) => messages ?? []), output]),
    [input, output],
  );
  if (input.length + output.length === 0) return empty;
  return (
    <ol className="grid min-w-0 grid-cols-1 gap-4">
      {input.map((stretch, index) =>
        stretch.messages === null ? (
          <EarlierMessages key={stretch.at} callId={id} stretch={stretch} />
        ) : (
          <GivenMessages key={`new ${stretch.at}`} given={groups[index] ?? []} />
        ),
      )}
      <AnswerMessages answers={groups.at(-1) ?? []} />
    </ol>
  );
}

function EarlierMessages({ callId, stretch: { at, count } }: { callId: string; stretch: Stretch }) {
  const texts = useTexts(conversationTexts);
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const asked = useWholeCall(callId, isOpen);
  const call = asked.data?.call;
  const messages = useMemo(
    () => (isOpen && call ? pairTools([conversationOf(call).input.slice(at, at + count)]) : []),
    [isOpen, call, at, count],
  );
  const listId = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="grid min-w-0 grid-cols-1 gap-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-w-0 items-center gap-2 rounded-md border border-dashed px-3 py-1.5 text-left text-sm text-muted hover:bg-sunken hover:text-text"
      >
        <Chevron size={14} aria-hidden className="shrink-0" />
        <History size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{texts.earlier(count, format.count(count))}</span>
      </button>
      <div id={listId} hidden={!isOpen} className="min-w-0 border-l-2 border-line pl-4">
        {isOpen && (
          <Loaded of={asked} skeleton={<SkeletonRows rows={3} />}>
            {() => (
              <ol className="grid min-w-0 grid-cols-1 gap-4">
                <GivenMessages given={messages[0] ?? []} />
              </ol>
            )}
          </Loaded>
        )}
      </div>
    </li>
  );
}
