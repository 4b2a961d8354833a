import { Tabs as Radix, ToggleGroup } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; content: ReactNode }[];
  /** For a panel beside the content. */
  narrow?: boolean;
}

export const Tabs = <T extends string>({ label, value, onChange, tabs, narrow = false }: TabsProps<T>) => (
  <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className="grid min-w-0 gap-4">
    <Radix.List
      ref={useShownIn(value)}
      aria-label={label}
      className={classNames('flex overflow-x-auto border-b', narrow ? 'gap-2 text-sm' : 'gap-5')}
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          data-tab={tab.value}
          className="-mb-px border-b-2 border-transparent pt-1 pb-2 font-medium whitespace-nowrap text-muted ring-inside hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className="min-w-0">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);

/** On a phone the tabs scroll sideways: the chosen one is scrolled into view. The page itself stays in place. */
function useShownIn(value: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${value}"]`);
    if (!list.current || !chosen) return;
    const [around, at] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    list.current.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
  }, [value]);
  return list;
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
}

/** A segmented control for a few options, such as a metric or a window. Arrow keys move. */
export const Segments = <T extends string>({ label, value, onChange, options }: SegmentsProps<T>) => (
  <ToggleGroup.Root
    type="single"
    aria-label={label}
    value={value}
    onValueChange={(next) => next && onChange(next as T)}
    className="inline-flex h-8 items-stretch rounded-md border border-line bg-sunken p-0.5"
  >
    {options.map((option) => (
      <ToggleGroup.Item
        key={option.value}
        value={option.value}
        className="rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-text data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:shadow-card"
      >
        {option.label}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
);
