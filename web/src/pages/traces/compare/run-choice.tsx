import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Combobox, Field } from '#ui';
import { shortName } from '../trace/short-name.ts';
import { runCompareTexts } from './texts.ts';
import type { ComparedSide } from './types.ts';

const NEWEST = { limit: 100 } as const;

interface RunChoiceProps {
  side: ComparedSide;
  value: string;
  onChange: (traceId: string) => void;
}

/** One of the newest runs, or any other by its id. */
export function RunChoice({ side, value, onChange }: RunChoiceProps) {
  const texts = useTexts(runCompareTexts);
  const format = useFormat();
  const { data } = useAsk('/v1/query/traces', NEWEST, { staleTime: 60_000 });
  const options = (data?.traces ?? []).map(({ traceId, name, startTime }) => ({
    value: traceId,
    label: `${shortName(name)} · ${format.time(startTime, 'minute')} · ${traceId.slice(0, 8)}`,
  }));
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <Field label={texts.run[side]} hint={side === 'b' ? texts.chooseAbout : undefined} className="min-w-0">
      <Combobox
        free
        value={value}
        options={known ? options : [{ value, label: value }, ...options]}
        onChange={onChange}
        none={texts.choose}
      />
    </Field>
  );
}
