// The commands that ask a running service. The package `tracewell` has them beside the commands of the
// service.
import type { Command } from 'commander';
import { addCallCommands } from './calls.ts';
import { addCompletion } from './completion.ts';
import { addCost } from './cost.ts';
import { addDataCommands } from './data.ts';
import { addDatasets } from './datasets.ts';
import { addEval } from './eval.ts';
import { addExportCalls } from './export.ts';
import { addGate } from './gate.ts';
import { addImporters } from './import/index.ts';
import { addLogin } from './login.ts';
import { addMcp } from './mcp.ts';
import { addPrompts } from './prompts.ts';
import { addScores } from './scores.ts';
import { addSessions } from './sessions.ts';
import { addSetup } from './setup.ts';
import { addTail } from './tail.ts';
import { addTrace } from './trace.ts';

const ADD = [
  addLogin,
  addCallCommands,
  addTrace,
  addSessions,
  addCost,
  addTail,
  addScores,
  addPrompts,
  addDatasets,
  addEval,
  addExportCalls,
  addImporters,
  addDataCommands,
  addGate,
  addMcp,
  addSetup,
  addCompletion,
];

export function addClientCommands(program: Command): void {
  for (const add of ADD) add(program);
}
