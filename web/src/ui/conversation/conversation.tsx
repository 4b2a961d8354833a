// The messages of a call as a conversation, with tool calls and their results.
import type { Conversation as Said, Message } from '@tracewell/sdk/reading';
import { Bot, Cog, User, Wrench, type LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { isInstruction } from '#lib/roles';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CopyButton } from '../code-block.tsx';
import { MessageParts, spokenOf } from './message-parts.tsx';
import { pairTools } from './pair-tools.ts';
import { conversationTexts } from './texts.ts';
import { useRoleName } from './use-role-name.ts';

/** Agents send long histories; the end matters most. */
const LAST_SHOWN = 12;

interface ConversationProps {
  said: Said;
  /** How many messages to show; earlier ones are shown on request. */
  last?: number;
}

export function ConversationMessages({ said: { input, output }, last = LAST_SHOWN }: ConversationProps) {
  const [given = [], answers = []] = useMemo(() => pairTools([input, output]), [input, output]);
  return (
    <ol className="grid min-w-0 grid-cols-1 gap-4">
      <GivenMessages given={given} last={last} />
      <AnswerMessages answers={answers} />
    </ol>
  );
}

export const AnswerMessages = ({ answers }: { answers: readonly Message[] }) =>
  answers.map((message, index) => <Turn key={index} message={message} answer />);

/** List items: the last of these messages, and the others on request. */
export function GivenMessages({
  given,
  last = LAST_SHOWN,
}: {
  given: readonly Message[];
  last?: number | undefined;
}) {
  const texts = useTexts(conversationTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const keepsFirst = isInstruction(given[0]?.role ?? '');
  const hidden = whole || given.length <= last + 2 ? 0 : given.length - last - (keepsFirst ? 1 : 0);
  const head = hidden > 0 && keepsFirst ? given.slice(0, 1) : [];
  return (
    <>
      {head.map((message, index) => (
        <Turn key={`head-${index}`} message={message} />
      ))}
      {hidden > 0 && (
        <li className="flex justify-center border-y border-dashed py-2">
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {texts.showEarlier(format.count(hidden))}
          </Button>
        </li>
      )}
      {(hidden > 0 ? given.slice(-last) : given).map((message, index) => (
        <Turn key={`input-${index}`} message={message} />
      ))}
    </>
  );
}

const ROLES: Record<string, { icon: LucideIcon; tone: string }> = {
  system: { icon: Cog, tone: 'bg-sunken text-muted' },
  developer: { icon: Cog, tone: 'bg-sunken text-muted' },
  user: { icon: User, tone: 'bg-cool-soft text-cool' },
  assistant: { icon: Bot, tone: 'bg-accent-soft text-accent' },
  tool: { icon: Wrench, tone: 'bg-plum-soft text-plum' },
};
const OTHER = { icon: User, tone: 'bg-sunken text-muted' };

function Turn({ message, answer = false }: { message: Message; answer?: boolean }) {
  const texts = useTexts(conversationTexts);
  const { role, parts } = message;
  const { icon: Icon, tone } = (Object.hasOwn(ROLES, role) ? ROLES[role] : null) ?? OTHER;
  const name = useRoleName()(role);
  const spoken = spokenOf(parts);
  return (
    <li className="group grid min-w-0 grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className={classNames('grid size-7 place-items-center rounded-md', tone)}>
        <Icon size={16} />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <div className="flex min-h-7 items-center justify-between gap-2">
          <p className="flex min-w-0 items-center gap-2 font-medium">
            <span className="truncate">{name}</span>
            {answer && <Badge tone="accent">{texts.answer}</Badge>}
          </p>
          {spoken !== '' && <CopyButton text={spoken} what={texts.messageOf(name)} />}
        </div>
        <MessageParts message={message} />
      </div>
    </li>
  );
}
