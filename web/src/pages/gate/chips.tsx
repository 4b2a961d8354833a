/** The conditions of a budget or policy as named chips. */
export const Chips = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <ul className="flex min-w-0 flex-wrap gap-1.5">
    {facts.map(([name, value]) => (
      <li
        key={`${name} ${value}`}
        className="inline-flex max-w-full min-w-0 gap-1.5 rounded-sm bg-sunken px-1.5 py-px text-xs"
      >
        <span className="shrink-0 text-muted">{name}</span>
        <span className="truncate font-medium" title={value}>
          {value}
        </span>
      </li>
    ))}
  </ul>
);
