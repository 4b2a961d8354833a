// References to other prompts, as they are written in a template. Pure.

interface ReferredVersion {
  version: string;
  number: number;
  deployedLabels: readonly string[];
}

interface ReferenceChoice {
  /** The part of the reference after the name. */
  value: string;
  label: string | null;
  /** Null for the newest version. */
  number: number | null;
  version: string;
}

/** The syntax has no way to write other names. */
export const isReferable = (name: string): boolean => !/[@|\r\n]/.test(name) && name.trim() === name;

/** Labels first, with production in front; then the newest version, then each version by its number. */
export function referenceChoices(versions: readonly ReferredVersion[]): ReferenceChoice[] {
  const byLabel = versions.flatMap(({ version, number, deployedLabels }) =>
    deployedLabels.filter(isReferable).map((label) => ({ value: `label=${label}`, label, number, version })),
  );
  const [newest] = versions;
  const isProduction = ({ label }: ReferenceChoice): boolean => label === 'production';
  return [
    ...byLabel.filter(isProduction),
    ...byLabel.filter((choice) => !isProduction(choice)),
    ...(newest ? [{ value: 'label=latest', label: null, number: null, version: newest.version }] : []),
    ...versions.map(({ version, number }) => ({ value: `version=${number}`, label: null, number, version })),
  ];
}

export const referenceText = (name: string, which: string): string =>
  `@@@langfusePrompt:name=${name}|${which}@@@`;

/** The text with something inserted; at its end if the place is not known. */
export const insertedAt = (text: string, at: number | null, inserted: string): string =>
  at === null || at > text.length ? `${text}${inserted}` : `${text.slice(0, at)}${inserted}${text.slice(at)}`;
