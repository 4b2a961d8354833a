// The button that opens the comments on a whole run. Open is part of the URL, so that a mention can lead here.
import { MessageSquare } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, CloseButton } from '../button.tsx';
import { Sheet } from '../sheet.tsx';
import { Comments, useComments } from './comments.tsx';
import { commentTexts } from './texts.ts';

export function RunComments({ traceId }: { traceId: string }) {
  const texts = useTexts(commentTexts);
  const format = useFormat();
  const [search, change] = useUrl();
  const { asked, rows } = useComments({ traceId });
  const isOpen = first(search['comments']) !== undefined;
  const close = () => change({ comments: undefined }, { replace: true });
  const title =
    rows.length === 0
      ? texts.title
      : texts.open(asked.hasNextPage ? `${format.count(rows.length)}+` : format.count(rows.length));
  return (
    <>
      <Button
        size="small"
        title={title}
        icon={<MessageSquare size={16} aria-hidden />}
        onClick={() => change({ comments: 'open' }, { replace: true })}
      >
        <span className="max-xl:sr-only">{texts.title}</span>
        {rows.length > 0 && <span aria-hidden>{format.count(rows.length)}</span>}
      </Button>
      {isOpen && (
        <Sheet label={texts.title} onClose={close}>
          <div className="grid min-w-0 gap-3 p-4">
            <div className="flex items-center justify-between gap-2">
              <h2 className="text-base">{texts.title}</h2>
              <CloseButton label={texts.close} onClick={close} />
            </div>
            <Comments on={{ traceId }} />
          </div>
        </Sheet>
      )}
    </>
  );
}
