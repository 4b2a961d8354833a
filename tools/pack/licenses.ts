// The licences of the packages whose code is part of our files: those of the bundle, and those of the dashboard.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface PackageFile {
  version: string;
  license?: string;
}

export function licensesOf(modules: string, names: readonly string[], ofDashboard: string): string {
  // A package that the bundler may need, but did not, is not installed.
  const installed = names.filter((name) => existsSync(path.join(modules, name)));
  const ofServer = installed.map((name) => {
    const folder = path.join(modules, name);
    const { version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as PackageFile;
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file.`);
    return `## ${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return `# Licences of other packages\n\nParts of these packages are in the files of Tracewell. Packages that npm installs beside it have their own.\n\n${ofServer.join('\n')}\n${ofDashboard
    .replace(/^# .*\n/, '')
    .trim()}\n`;
}
