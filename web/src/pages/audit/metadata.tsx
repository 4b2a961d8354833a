// Metadata as pairs that read: short values beside their names, what is nested as it is written.

export const spaced = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null)) {
    return value.map(textOf).join(', ');
  }
  return JSON.stringify(value) ?? '';
}

export const Pairs = ({ metadata }: { metadata: Readonly<Record<string, unknown>> }) => (
  <dl className="grid max-w-96 min-w-40 gap-0.5 text-sm">
    {Object.entries(metadata).map(([name, value]) => (
      <div key={name} className="flex min-w-0 gap-1.5">
        <dt className="shrink-0 text-muted">{spaced(name)}</dt>
        <dd className="min-w-0 truncate" title={textOf(value)}>
          {textOf(value)}
        </dd>
      </div>
    ))}
  </dl>
);
