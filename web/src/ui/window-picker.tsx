// Selects the time window: a preset or a custom range. It is stored in the URL (`useWindow`).
import { useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { PRESETS, chosenWindow, type WindowPreset, type WindowChoice } from '#lib/time-window';
import { useNarrow } from '#lib/use-media';
import { Button } from './button.tsx';
import { DateRange } from './date-range.tsx';
import { Select } from './form/field.tsx';
import { Segments } from './tabs.tsx';
import { kitTexts } from './texts.ts';

interface WindowPickerProps {
  choice: WindowChoice;
  onChange: (choice: WindowChoice) => void;
}

const NAMES = Object.keys(PRESETS) as WindowPreset[];

export function WindowPicker({ choice, onChange }: WindowPickerProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const narrow = useNarrow();
  const value = 'preset' in choice ? choice.preset : 'custom';
  const choose = (next: WindowPreset | 'custom') =>
    next === 'custom' ? setOpen(true) : onChange({ preset: next });
  const options = [
    ...NAMES.map((name) => ({ value: name, label: texts.windows[name] })),
    { value: 'custom' as const, label: texts.custom },
  ];
  return (
    <>
      {narrow ? (
        <Select
          aria-label={texts.window}
          value={value}
          onChange={(event) => choose(event.target.value as WindowPreset | 'custom')}
          className="h-8! w-auto!"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      ) : (
        <Segments label={texts.window} value={value} onChange={choose} options={options} />
      )}
      {!('preset' in choice) && (
        <Button size="small" look="quiet" onClick={() => setOpen(true)}>
          {format.time(choice.from, 'short')} – {format.time(choice.to, 'short')}
        </Button>
      )}
      <DateRange
        open={open}
        title={texts.custom}
        range={() => chosenWindow(choice, Date.now())}
        onClose={() => setOpen(false)}
        onChange={(range) => {
          setOpen(false);
          onChange(range);
        }}
      />
    </>
  );
}
