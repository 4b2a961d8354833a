// The wheel and the source distribution of the Python SDK. Hatchling writes the same bytes from the same sources.
import { environmentOf, findPython, runPython } from '../python.ts';

const BUILDER = 'hatchling==1.33.0';

/** False where there is no Python to build them. */
export function makePythonPackages(out: string): boolean {
  const python = findPython();
  if (python === null) return false;
  const inside = environmentOf(python, 'build', [BUILDER]);
  runPython(inside, ['-m', 'hatchling', 'build', '--directory', out], { SOURCE_DATE_EPOCH: '1580601600' });
  return true;
}
