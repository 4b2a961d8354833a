import { Link2 } from 'lucide-react';
import { useSend, useSession } from '#api';
import { copy } from '#lib/copy';
import { useTexts } from '#i18n';
import { Button, say, useErrorText } from '#ui';
import { runBodyOf, sentPlaceholders, type ColumnDraft, type PlaceholderMessages } from './draft.ts';
import { playgroundTexts } from './texts.ts';

interface ShareButtonProps {
  columns: readonly ColumnDraft[];
  variables: Readonly<Record<string, string>>;
  placeholders: PlaceholderMessages;
  mocks: Readonly<Record<string, string>>;
  callId: string | undefined;
  traceId: string | undefined;
}

/** Saves the columns and copies a link to them. The page stays as it is, with its answers. */
export function ShareButton(props: ShareButtonProps) {
  const { columns, variables, placeholders, mocks, callId, traceId } = props;
  const texts = useTexts(playgroundTexts);
  const errorText = useErrorText();
  const { role } = useSession();
  const copyLink = async (id: string) => {
    const link = new URL(window.location.href);
    for (const name of ['call', 'prompt', 'trace', 'span']) link.searchParams.delete(name);
    link.searchParams.set('shared', id);
    const copied = await copy(link.href);
    say(copied ? texts.linkCopied : texts.linkIs(link.href));
  };
  const share = useSend('post', '/v1/playground/drafts', {
    onSuccess: ({ id }) => void copyLink(id),
  });
  if (role === 'viewer') return null;
  const made = columns.map((column) => runBodyOf(column, {}, placeholders));
  const bodies = made.flatMap((each) => ('body' in each ? [each.body] : []));
  return (
    <Button
      icon={<Link2 size={16} aria-hidden />}
      busy={share.isPending}
      disabled={bodies.length < columns.length}
      onClick={() =>
        share.mutate(
          {
            body: {
              columns: bodies.map(({ variables: _values, placeholders: _messages, ...column }) => column),
              variables: { ...variables },
              placeholders: sentPlaceholders(columns, placeholders),
              mocks: { ...mocks },
              ...(callId === undefined ? {} : { sourceCallId: callId }),
              ...(traceId === undefined ? {} : { sourceTraceId: traceId }),
            },
          },
          { onError: (error) => say(errorText(error), 'bad') },
        )
      }
    >
      {texts.share}
    </Button>
  );
}
