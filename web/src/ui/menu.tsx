import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '#lib/class-names';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
}

export const Menu = ({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-lg border bg-surface p-1 shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover';

interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export const MenuItem = ({ children, icon, onSelect, danger = false, disabled = false }: MenuItemProps) => (
  <Radix.Item className={classNames(ITEM, danger && 'text-bad')} onSelect={onSelect} disabled={disabled}>
    {icon}
    {children}
  </Radix.Item>
);

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
}

/** A radio group in a menu. */
export const MenuChoice = <T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) => (
  <>
    <MenuLabel>{label}</MenuLabel>
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)} aria-label={label}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="flex size-4 items-center">
            <Radix.ItemIndicator>
              <Check size={16} aria-hidden />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  </>
);

interface MenuCheckProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A checkbox item; the menu stays open for further choices. */
export const MenuCheck = ({ children, checked, onChange, disabled = false }: MenuCheckProps) => (
  <Radix.CheckboxItem
    checked={checked}
    disabled={disabled}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
    className={ITEM}
  >
    <span className="flex size-4 items-center">
      <Radix.ItemIndicator>
        <Check size={16} aria-hidden />
      </Radix.ItemIndicator>
    </span>
    {children}
  </Radix.CheckboxItem>
);

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>
);

export const MenuLine = () => <Radix.Separator className="my-1 h-px bg-line" />;
