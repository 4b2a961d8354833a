// Opens a span of any kind in the playground, if what went into it is stored.
import { observationContent } from '@tracewell/sdk/reading';
import { SquareTerminal } from 'lucide-react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { ButtonLink } from '#ui';
import { memberOf, type TraceNode } from '../trace/spans.ts';
import { spanTexts } from './texts.ts';

export function OpenInPlayground({ traceId, node }: { traceId: string; node: TraceNode }) {
  const texts = useTexts(spanTexts);
  const { role } = useSession();
  const { call, attributes } = node;
  const input = call ? memberOf(call.requestMeta, 'input') : observationContent(attributes).input;
  if (role === 'viewer' || input === undefined || input === null) return null;
  return (
    <ButtonLink
      size="small"
      to="/playground"
      search={call ? { call: call.id } : { trace: traceId, span: node.id }}
    >
      <SquareTerminal size={16} aria-hidden />
      {texts.playground}
    </ButtonLink>
  );
}
