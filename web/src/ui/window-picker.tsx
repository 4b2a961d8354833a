// Selects the time window: three presets or a custom range. It is stored in the URL (`useWindow`).
import { useState, type FormEvent } from 'react';
import { useTexts } from '#i18n';
import { PRESETS, windowOf, type Preset, type WindowChoice } from '#lib/time-window';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field, Input } from './field.tsx';
import { Segments } from './tabs.tsx';
import { kitTexts } from './texts.ts';

interface WindowPickerProps {
  choice: WindowChoice;
  onChange: (choice: WindowChoice) => void;
}

const NAMES = Object.keys(PRESETS) as Preset[];

/** The format of a datetime-local input: local time without a zone. */
const localInput = (iso: string): string => {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

export function WindowPicker({ choice, onChange }: WindowPickerProps) {
  const texts = useTexts(kitTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Segments
        label={texts.window}
        value={'preset' in choice ? choice.preset : 'custom'}
        onChange={(value) => (value === 'custom' ? setOpen(true) : onChange({ preset: value }))}
        options={[
          ...NAMES.map((value) => ({ value, label: texts.windows[value] })),
          { value: 'custom' as const, label: texts.custom },
        ]}
      />
      {!('preset' in choice) && (
        <Button size="small" look="quiet" onClick={() => setOpen(true)}>
          {localInput(choice.from).replace('T', ' ')} – {localInput(choice.to).replace('T', ' ')}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.custom}>
        <CustomWindow
          choice={choice}
          onCancel={() => setOpen(false)}
          onChange={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Dialog>
    </>
  );
}

function CustomWindow({ choice, onCancel, onChange }: WindowPickerProps & { onCancel: () => void }) {
  const texts = useTexts(kitTexts);
  const [fault, setFault] = useState<string | null>(null);
  const [{ startTime, endTime }] = useState(() => windowOf(choice, Date.now()));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => {
      const text = form.get(name);
      return new Date(typeof text === 'string' ? text : '');
    });
    if (!from || !to || !(from < to)) return setFault(texts.fromBeforeTo);
    onChange({ from: from.toISOString(), to: to.toISOString() });
  };
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.from} fault={fault}>
          <Input type="datetime-local" name="from" defaultValue={localInput(startTime)} required />
        </Field>
        <Field label={texts.to}>
          <Input type="datetime-local" name="to" defaultValue={localInput(endTime)} required />
        </Field>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button look="main" type="submit">
          {texts.apply}
        </Button>
      </DialogActions>
    </form>
  );
}
