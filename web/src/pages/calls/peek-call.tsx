// A call in the drawer, built from the same parts as its page.
import { useState } from 'react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { CallSkeleton, CallView, EmptyState, Loaded, callTabOf } from '#ui';
import { callsTexts } from './texts.ts';

export function PeekCall({ id }: { id: string }) {
  const texts = useTexts(callsTexts);
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  const [tab, setTab] = useState(callTabOf(undefined));
  return (
    <Loaded
      of={asked}
      error="card"
      skeleton={<CallSkeleton />}
      missing={<EmptyState title={texts.peekGone}>{texts.peekGoneAbout}</EmptyState>}
    >
      {({ call, scores }) => <CallView call={call} scores={scores} tab={tab} onTab={setTab} />}
    </Loaded>
  );
}
