import { Trash2 } from 'lucide-react';
import { useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge } from '../badge.tsx';
import { IconButton } from '../button.tsx';
import { Ago } from '../values.tsx';
import { mentionParts } from './mentions.ts';
import { commentTexts } from './texts.ts';

export type CommentData = Schemas['Comment'];

const kindOf = ({ callId, sessionId, spanId }: CommentData['on']) =>
  callId !== undefined ? 'call' : sessionId !== undefined ? 'session' : spanId === undefined ? 'run' : 'span';

interface CommentEntryProps {
  comment: CommentData;
  /** Whether to say what it is on: in lists of more than one record. */
  saysWhere: boolean;
  onDelete: (() => void) | null;
}

export function CommentEntry({ comment, saysWhere, onDelete }: CommentEntryProps) {
  const texts = useTexts(commentTexts);
  const { user } = useSession();
  const { author, text, mentions, isUnread, createdAt, on } = comment;
  const name =
    author.id === user.id ? texts.you : (author.name ?? (author.type === 'key' ? texts.byKey : texts.gone));
  return (
    <article className="grid min-w-0 gap-1">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
          <span className="truncate font-medium text-text">{name}</span>
          <Ago at={createdAt} />
          {saysWhere && <span>{texts.on[kindOf(on)]}</span>}
          {isUnread && <Badge tone="accent">{texts.unread}</Badge>}
        </p>
        {onDelete && (
          <IconButton label={texts.deleteLabel} icon={<Trash2 size={16} aria-hidden />} onClick={onDelete} />
        )}
      </div>
      {text === null ? (
        <p className="text-muted">{texts.unreadable}</p>
      ) : (
        <p className="break-words whitespace-pre-wrap">
          {mentionParts(text, mentions).map((part, at) =>
            'mention' in part ? (
              <strong key={at} className="font-medium text-accent-strong">
                @{part.mention}
              </strong>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
    </article>
  );
}
