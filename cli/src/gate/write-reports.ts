// Writes the files that a build picks up.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cannotWrite } from '../input/files.ts';
import type { Fault } from '../service/fault.ts';

export interface Reports {
  markdown: string;
  junit: string;
}

interface Places {
  markdown?: string | undefined;
  junit?: string | undefined;
}

/** Returns what could not be written. */
export async function writeReports(reports: Reports, { markdown, junit }: Places): Promise<Fault[]> {
  const faults = await Promise.all([
    markdown === undefined ? null : put(markdown, reports.markdown),
    junit === undefined ? null : put(junit, reports.junit),
  ]);
  return faults.filter((fault) => fault !== null);
}

/** GitHub shows the content of this file on the page of the job. */
export async function appendSummary({ markdown }: Reports, file: string | undefined): Promise<Fault[]> {
  if (file === undefined || file === '') return [];
  const fault = await put(file, `${markdown}\n`, 'a');
  return fault === null ? [] : [fault];
}

/** Outputs for later steps of a GitHub job: `steps.<id>.outputs.run-id` and `verdict`. */
export async function appendOutputs(
  runId: number,
  verdict: string,
  file: string | undefined,
): Promise<Fault[]> {
  if (file === undefined || file === '' || !/^[a-z_]+$/.test(verdict)) return [];
  const fault = await put(file, `run-id=${runId}\nverdict=${verdict}\n`, 'a');
  return fault === null ? [] : [fault];
}

async function put(file: string, text: string, flag: 'w' | 'a' = 'w'): Promise<Fault | null> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag });
    return null;
  } catch (error) {
    return cannotWrite(file, error);
  }
}
