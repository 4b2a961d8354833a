// A range of time: typed, or picked in the calendar. The first pick sets the start, the second the end.
import { useId, useState, type FormEvent } from 'react';
import { typedDay, typedTime, readTyped } from '#lib/typed-time';
import { useTexts } from '#i18n';
import { Button } from './button.tsx';
import { Calendar } from './calendar.tsx';
import { fieldTexts } from './form/texts.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field, Input } from './form/field.tsx';
import { kitTexts } from './texts.ts';

interface Range {
  from: string;
  to: string;
}

interface DateRangeProps {
  open: boolean;
  title: string;
  /** The initial range of the dialog. */
  range: () => { startTime: string; endTime: string };
  onClose: () => void;
  onChange: (range: Range) => void;
}

export function DateRange({ open, title, onClose, ...rest }: DateRangeProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <RangeForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type End = 'from' | 'to';

function RangeForm({ range, onClose, onChange }: Omit<DateRangeProps, 'open' | 'title'>) {
  const texts = useTexts(kitTexts);
  const words = useTexts(fieldTexts);
  const hint = useId();
  const [typed, setTyped] = useState(() => {
    const { startTime, endTime } = range();
    return { from: typedTime(new Date(startTime)), to: typedTime(new Date(endTime)) };
  });
  const [next, setNext] = useState<End>('from');
  const [faults, setFaults] = useState<Partial<Record<End, string>>>({});
  const [from, to] = [readTyped(typed.from), readTyped(typed.to)];

  const pick = (day: Date) => {
    setFaults({});
    const name = typedDay(day);
    if (next === 'to' && from && name >= typedDay(from)) {
      setTyped({ ...typed, to: `${name} 23:59` });
      setNext('from');
      return;
    }
    setTyped({ from: `${name} 00:00`, to: `${name} 23:59` });
    setNext('to');
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog may be inside of another form in the component tree.
    event.stopPropagation();
    if (!from || !to)
      return setFaults({ ...(from ? {} : { from: words.time }), ...(to ? {} : { to: words.time }) });
    if (from >= to) return setFaults({ from: texts.fromBeforeTo });
    return onChange({ from: from.toISOString(), to: to.toISOString() });
  };
  const field = (end: End) => (
    <Field label={texts[end]} fault={faults[end]}>
      <Input
        name={end}
        value={typed[end]}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setNext(end)}
        onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
      />
    </Field>
  );
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate aria-describedby={hint}>
      <div className="grid gap-3 sm:grid-cols-2">
        {field('from')}
        {field('to')}
      </div>
      <Calendar from={from} to={to} onPick={pick} />
      <p id={hint} className="text-xs text-muted">
        {words.rangeHint}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="main" type="submit">
          {texts.apply}
        </Button>
      </DialogActions>
    </form>
  );
}
