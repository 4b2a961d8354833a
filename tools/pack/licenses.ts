// The licences of the packages whose code is part of our files: those of the bundle, and those of the dashboard.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface PackageFile {
  name: string;
  version: string;
  license?: string;
}

/** Looked at by hand: its readme names the MIT licence and links to the text. */
const WITHOUT_FILE: ReadonlySet<string> = new Set(['abstract-logging']);

/** `packages` are their folders. */
export function licensesOf(packages: readonly string[], ofDashboard: string): string {
  const ofServer = packages.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as PackageFile;
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined && !WITHOUT_FILE.has(name)) throw new Error(`${name} has no licence file.`);
    const text =
      file === undefined
        ? 'The package has no file with the text of its licence.'
        : readFileSync(path.join(folder, file), 'utf8').trim();
    return `## ${name} ${version} (${license})\n\n${text}\n`;
  });
  return `# Licences of other packages\n\nParts of these packages are in the files of Tracewell. Packages that npm installs beside it have their own.\n\n${ofServer.join('\n')}\n${ofDashboard
    .replace(/^# .*\n/, '')
    .trim()}\n`;
}
