// Orders the versions of a prompt: by the registry if it knows them all, by number if all are numbers,
// otherwise by their first call.
import type { KnownPrompt } from '#records';
import type { VersionFigures } from '../records/prompt-versions.ts';

const NUMBERED = /^v?\d{1,9}(?:\.\d{1,9}){0,3}$/i;

export function inOrder(
  versions: readonly VersionFigures[],
  prompts: readonly KnownPrompt[],
): VersionFigures[] {
  const ids = new Map(prompts.map(({ id, name, version }) => [JSON.stringify([name, version]), id]));
  const idOf = ({ prompt, version }: VersionFigures): number | undefined =>
    ids.get(JSON.stringify([prompt, version]));
  if (versions.every((each) => idOf(each) !== undefined))
    return versions.toSorted((left, right) => (idOf(left) ?? 0) - (idOf(right) ?? 0));
  if (versions.every(({ version }) => NUMBERED.test(version))) return versions.toSorted(byNumber);
  return versions.toSorted((left, right) => left.firstSeenMs - right.firstSeenMs);
}

const parts = ({ version }: VersionFigures): number[] => version.replace(/^v/i, '').split('.').map(Number);

function byNumber(left: VersionFigures, right: VersionFigures): number {
  const [a, b] = [parts(left), parts(right)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.firstSeenMs - right.firstSeenMs;
}
