// The pictures of a run in the order of time, such as the screenshots of an agent. Each leads to its span.
import { Film } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useGet } from '#api';
import { useFormat, useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { classNames } from '#lib/class-names';
import { Button } from '../button.tsx';
import { filmTexts } from './texts.ts';

interface FilmStripProps {
  traceId: string;
  /** When the run began. */
  startMs: number;
  /** The id of the chosen span. */
  selected: string | null;
  onChoose: (span: string) => void;
}

/** A single picture is in its message, one click away. */
const LEAST = 2;
const PICTURE = /^image\/(?!svg|tiff|heic)/;

export function FilmStrip({ traceId, startMs, selected, onChoose }: FilmStripProps) {
  const texts = useTexts(filmTexts);
  const format = useFormat();
  const [open, setOpen] = useState(true);
  const asked = useGet('/v1/query/trace/{id}/media', { path: { id: traceId } });
  const pictures = (asked.data?.files ?? []).filter(({ contentType }) => PICTURE.test(contentType));
  const current = pictures.findLast(({ span }) => span === selected)?.id;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const strip = list.current;
    const at = current && strip?.querySelector<HTMLElement>(`[data-file="${CSS.escape(current)}"]`);
    // Not `scrollIntoView`: it would move the page too.
    if (strip && at) strip.scrollTo({ left: at.offsetLeft - (strip.clientWidth - at.offsetWidth) / 2 });
  }, [current, list]);
  if (pictures.length < LEAST) return null;
  return (
    <section aria-label={texts.pictures} className="min-w-0 rounded-lg border bg-surface">
      <Button
        look="quiet"
        size="small"
        aria-expanded={open}
        icon={<Film size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {texts.count(format.count(pictures.length))}
        {asked.data?.truncated === true && ` (${texts.more})`}
      </Button>
      {open && (
        <ol ref={list} className="relative flex gap-2 overflow-x-auto px-2 pb-2">
          {pictures.map(({ id, span, time }, at) => {
            const after = format.duration(Math.max(0, Date.parse(time) - startMs));
            return (
              <li key={id} className="shrink-0">
                <button
                  type="button"
                  data-file={id}
                  aria-current={id === current}
                  aria-label={texts.picture(format.count(at + 1), after)}
                  onClick={() => onChoose(span)}
                  className={classNames(
                    'grid gap-0.5 rounded-md border p-1 hover:bg-hover',
                    id === current && 'border-accent bg-accent-soft',
                  )}
                >
                  <img
                    src={`${BASE_PATH}/v1/media/${encodeURIComponent(id)}`}
                    alt=""
                    loading="lazy"
                    className="h-16 w-24 rounded-sm bg-sunken object-cover object-top"
                  />
                  <span className="text-xs text-muted tabular-nums">{after}</span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
