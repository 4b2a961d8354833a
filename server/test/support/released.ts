// The schemas of released versions. A release adds a line: from then on no statement of these migrations may change,
// which would change the name.
import { execFileSync } from 'node:child_process';

interface Released {
  version: string;
  /** The newest migration of each store. */
  metadata: string;
  records: string;
}

export const RELEASED: readonly Released[] = [];

/** Versions that this clone has a tag of; none outside a clone. */
export function taggedVersions(): string[] {
  try {
    const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8', stdio: 'pipe' });
    return tags.split('\n').flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? []);
  } catch {
    return [];
  }
}
