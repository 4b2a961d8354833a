import { Switch as Radix } from 'radix-ui';
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** For settings that take effect at once; use a Checkbox in a form. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative h-6 w-10 shrink-0 rounded-full bg-control transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-4.5 translate-x-[3px] rounded-full bg-surface transition-transform data-[state=checked]:translate-x-[19px]" />
      </Radix.Root>
    </div>
  );
}
