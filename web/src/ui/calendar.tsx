// One month of days, by mouse and by keyboard: arrows move by days and weeks, Page keys by months, Home and
// End within a week.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names';
import { timeLocale } from '#lib/format';
import { firstDayOf, typedDay, weeksOf } from '#lib/typed-time';
import { useLanguage, useTexts } from '#i18n';
import { IconButton } from './button.tsx';
import { fieldTexts } from './form/texts.ts';

interface CalendarProps {
  /** The chosen range, by day. */
  from: Date | null;
  to: Date | null;
  onPick: (day: Date) => void;
}

const moved = (day: Date, days: number, months = 0): Date =>
  new Date(day.getFullYear(), day.getMonth() + months, day.getDate() + days);

export function Calendar({ from, to, onPick }: CalendarProps) {
  const texts = useTexts(fieldTexts);
  const language = useLanguage();
  const locale = timeLocale(language, navigator.languages);
  const [active, setActive] = useState(() => to ?? from ?? new Date());
  const [today] = useState(() => typedDay(new Date()));
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const weeks = weeksOf(active.getFullYear(), active.getMonth(), firstDayOf(locale));
  const title = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(active);
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short' });
  const [first, last, at] = [from && typedDay(from), to && typedDay(to), typedDay(active)];

  const onKeyDown = (event: KeyboardEvent) => {
    const inWeek = (active.getDay() - firstDayOf(locale) + 7) % 7;
    const steps: Record<string, Date> = {
      ArrowLeft: moved(active, -1),
      ArrowRight: moved(active, 1),
      ArrowUp: moved(active, -7),
      ArrowDown: moved(active, 7),
      PageUp: moved(active, 0, -1),
      PageDown: moved(active, 0, 1),
      Home: moved(active, -inWeek),
      End: moved(active, 6 - inWeek),
    };
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    byKey.current = true;
    setActive(next);
  };

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <IconButton
          label={texts.monthBefore}
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => setActive(moved(active, 0, -1))}
        />
        <p aria-live="polite" className="font-medium">
          {title}
        </p>
        <IconButton
          label={texts.monthAfter}
          icon={<ChevronRight size={16} aria-hidden />}
          onClick={() => setActive(moved(active, 0, 1))}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={title}
        className="w-full table-fixed border-collapse text-center text-sm"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col" className="pb-1 text-xs font-medium text-muted">
                {shortDay.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => {
                const name = typedDay(day);
                const edge = name === first || name === last;
                const inside = first !== null && last !== null && name > first && name < last;
                return (
                  <td
                    key={name}
                    role="gridcell"
                    aria-selected={edge || inside}
                    className={classNames('p-0', inside && 'bg-accent-soft')}
                  >
                    <button
                      type="button"
                      aria-label={longDay.format(day)}
                      aria-current={name === today ? 'date' : undefined}
                      tabIndex={name === at ? 0 : -1}
                      onClick={() => {
                        setActive(day);
                        onPick(day);
                      }}
                      className={classNames(
                        'h-8 w-full rounded-md ring-inside',
                        edge ? 'bg-accent font-medium text-on-accent' : 'hover:bg-hover',
                        !edge && day.getMonth() !== active.getMonth() && 'text-muted',
                        !edge && name === today && 'font-semibold underline underline-offset-2',
                      )}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
