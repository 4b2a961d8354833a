import { EyeOff } from 'lucide-react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { ConversationView, Loaded, Skeleton, TextLink, Waiting } from '#ui';
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

/** The service keeps a digest of content that it dropped on arrival. */
function NoContent({ call: { requestMeta } }: { call: Call }) {
  const texts = useTexts(reviewTexts);
  const dropped = isObject(requestMeta) && requestMeta['contentDigest'] !== undefined;
  if (!dropped) return <p className="text-muted">{texts.nothingSaid}</p>;
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-dashed border-control/60 px-3.5 py-2.5">
      <EyeOff size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div>
        <p className="font-medium">{texts.notKept}</p>
        <TextLink to="/settings/consents">{texts.notKeptAbout}</TextLink>
      </div>
    </div>
  );
}
