import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { ConversationView, Loaded, NoContent, Skeleton, Waiting } from '#ui';
import { reviewTexts } from './texts.ts';

type Call = Schemas['Call'];

interface CallConversationProps {
  asked: { data: { call: Call } | undefined; error: unknown; refetch: () => unknown };
}

const LATEST = 6;

export function CallConversation({ asked }: CallConversationProps) {
  const texts = useTexts(reviewTexts);
  const skeleton = (
    <Waiting>
      <div className="grid gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-32" />
      </div>
    </Waiting>
  );
  return (
    <Loaded of={asked} skeleton={skeleton}>
      {({ call }) => (
        <ConversationView
          call={call}
          label={texts.conversation}
          last={LATEST}
          empty={<NoContent call={call} />}
        />
      )}
    </Loaded>
  );
}
