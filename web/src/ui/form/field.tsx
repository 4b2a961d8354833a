// Label, control, hint and error of a form field. The control gets its id and descriptions from context.
import { Eye, EyeOff } from 'lucide-react';
import {
  createContext,
  useContext,
  useId,
  useMemo,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { useInlineCheck } from './inline-check.ts';
import { kitTexts } from '../texts.ts';

const FieldContext = createContext<{ id: string; describedBy: string | undefined; invalid: boolean } | null>(
  null,
);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  fault?: string | null | undefined;
  /** For screen readers only, where the context makes the label obvious. */
  hideLabel?: boolean;
  children: ReactNode;
  className?: string;
}

export function Field({ label, hint, fault: given, hideLabel = false, children, className }: FieldProps) {
  const id = useId();
  const [own, checks] = useInlineCheck();
  const fault = own ?? given;
  const describedBy = classNames(hint !== undefined && `${id}-hint`, fault && `${id}-fault`) || undefined;
  const invalid = Boolean(fault);
  const control = useMemo(() => ({ id, describedBy, invalid }), [id, describedBy, invalid]);
  return (
    <div className={classNames('grid content-start gap-1.5', className)} {...checks}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Id and descriptions that the surrounding Field gives its control. */
export function useControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  };
}

export const CONTROL =
  'w-full min-w-0 rounded-md border border-control bg-surface text-text placeholder:text-muted aria-invalid:border-bad disabled:opacity-60';

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input type="text" {...useControl()} {...rest} className={classNames(CONTROL, 'h-9 px-3', className)} />
);

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={4} {...useControl()} {...rest} className={classNames(CONTROL, 'px-3 py-2', className)} />
);

/**
 * The native select, in the style of the kit: it works with touch, keyboard and voice. For long lists, see
 * Combobox.
 */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select
    {...useControl()}
    {...rest}
    className={classNames(CONTROL, 'kit-select h-9 truncate px-2.5', className)}
  />
);

export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const texts = useTexts(kitTexts);
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-10" />
      <button
        type="button"
        aria-label={shown ? texts.hidePassword : texts.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-md text-muted ring-inside hover:text-text"
      >
        {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </button>
    </div>
  );
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

const Choice = ({ label, hint, kind, className, ...rest }: ChoiceProps & { kind: 'checkbox' | 'radio' }) => {
  const id = useId();
  return (
    <div className={classNames('flex items-start gap-2.5', className)}>
      <input
        id={id}
        type={kind}
        {...rest}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-[3px] size-4 shrink-0 accent-accent"
      />
      <div className="grid min-w-0 grid-cols-1">
        <label htmlFor={id} className="min-w-0">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};

export const Checkbox = (props: ChoiceProps) => <Choice kind="checkbox" {...props} />;
export const Radio = (props: ChoiceProps) => <Choice kind="radio" {...props} />;

export const RadioGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    {children}
  </fieldset>
);
