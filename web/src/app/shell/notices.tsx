import { useFormat, useTexts } from '#i18n';
import { Dialog, NoticeLine, useNotices } from '#ui';
import { shellTexts } from '../texts.ts';

/** Past toasts, for users who missed them. */
export function RecentNotices({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts(shellTexts);
  const format = useFormat();
  const notices = useNotices();
  return (
    <Dialog open={open} onClose={onClose} title={texts.notices}>
      {notices.length === 0 ? (
        <p className="text-muted">{texts.noNotices}</p>
      ) : (
        <ul className="grid gap-2">
          {notices.map((notice) => (
            <li key={notice.id} className="flex items-center gap-2.5 text-sm">
              <NoticeLine notice={notice} />
              <time
                dateTime={new Date(notice.at).toISOString()}
                className="ml-auto shrink-0 text-xs text-muted"
              >
                {format.time(notice.at, 'clock')}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
