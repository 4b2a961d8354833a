// `npm run test:python [-- <options of pytest>]`: the lint, the types and the tests of the Python SDK, in an environment of
// their own, against the started service and the real clients of the vendors.
import { environmentOf, findPython, NO_PYTHON, runPython } from './python.ts';

const python = findPython();
if (python === null) {
  process.stdout.write(`skip: ${NO_PYTHON}\n`);
} else {
  const inside = environmentOf(python, 'test', ['--editable', '.'], 'requirements-test.txt');
  const options = process.argv.slice(2);
  if (options.length === 0) {
    runPython(inside, ['-m', 'ruff', 'check']);
    runPython(inside, ['-m', 'ruff', 'format', '--check']);
    runPython(inside, ['-m', 'mypy']);
    runPython(inside, ['-m', 'pyright', '--pythonpath', inside]);
  }
  runPython(inside, ['-m', 'pytest', ...options]);
}
