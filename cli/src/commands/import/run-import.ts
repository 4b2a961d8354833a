// An import from its first question to its report.
import { REAL_TIME } from '@tracewell/sdk';
import type { Command } from 'commander';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { addressOf, type ServiceAddress } from '../../service/address.ts';
import type { Asking } from '../../service/ask-command.ts';
import { serviceFault, wrongInput } from '../../service/fault.ts';
import { print, wantsJson } from '../../terminal/output.ts';
import { progressOn, SILENT, type Progress } from '../../terminal/progress.ts';
import { CheckpointFile, checkpointPath, newImportId, type ImportState } from './checkpoint.ts';
import { deliver } from './deliver.ts';
import { destination, QUOTA_USED_UP, type SendParcel } from './destination.ts';
import {
  misfitsOf,
  readLimits,
  importRules,
  startMisfits,
  type AccountLimits,
  type Misfit,
} from './limits.ts';
import { costHere, importOutcome } from './outcome.ts';
import { ProgressLine } from './remaining.ts';
import { limitsLine, misfitLines, reportText, timesOf, type Extra, type ImportReport } from './report.ts';
import type { SourcePosition, ImportSource } from './source.ts';
import { SourceTally, type ImportRules } from './tally.ts';

export interface RunOptions {
  dryRun?: boolean;
  skipRefused?: boolean;
  restart?: boolean;
  checkpoint?: string;
  concurrency: number;
}

/** What the parts of an import share. */
export interface Importing {
  asking: Asking;
  address: ServiceAddress;
  projectId: string | undefined;
  progress: Progress;
  options: RunOptions;
}

/** Prompts and datasets. They compare with what is there, so they need no checkpoint. */
export type ImportExtras = (send: SendParcel, dryRun: boolean) => Promise<Extra[]>;

const SAVE_EVERY_MS = 500;

export const progressFor = (command: Command): Progress =>
  wantsJson(command) ? SILENT : progressOn(process.stderr);

export async function carryOutImport(
  importing: Importing,
  source: ImportSource,
  extras: ImportExtras = () => Promise.resolve([]),
): Promise<void> {
  const { asking, address, projectId, progress, options } = importing;
  const { ask, command } = asking;
  const began = performance.now();
  const identity = [source.identity, addressOf(address.url), projectId ?? ''].join(' ');
  const checkpoint = new CheckpointFile(
    options.checkpoint ?? checkpointPath(identity, process.env),
    identity,
  );
  if (options.restart === true) checkpoint.remove();
  const limits = await readLimits(ask);
  const rules = importRules(limits, Date.now());
  progress.say(limitsLine(limits));
  const known = options.dryRun === true ? null : checkpoint.read();

  const found =
    options.dryRun === true || (source.isFile && known === null) ? await look(source, rules, progress) : null;
  const misfits = misfitsBefore(found, known !== null, source, rules, limits);
  const shared = { source: source.name, misfits };
  if (options.dryRun === true) {
    const tally = found ?? new SourceTally();
    const made: ImportReport = {
      ...shared,
      ...timesOf(tally),
      dryRun: true,
      read: tally.read,
      scores: tally.scores,
      outcome: null,
      notSent: [],
      cost: { there: tally.costUsd, here: null, hereBefore: null },
      extras: await extras(unsent, true),
      seconds: (performance.now() - began) / 1_000,
    };
    progress.end();
    print(command, made, () => reportText(made));
    return;
  }
  await confirm(misfits, importing);
  // What would be rejected is not asked for.
  if (source.since && misfits.length > 0) source.since.ms = rules.oldestMs;

  const state = known ?? (await firstState(found, importing));
  if (known) progress.say(`Going on from the checkpoint of ${known.startedAt}.`);
  const post = destination(address, { ...connectionOf(importing), importId: state.importId });
  // Prompts come first: a call is linked to the version that exists when it arrives.
  const more = await extras(post, false);
  const sent = await send(importing, source, post, { rules, state, checkpoint });
  progress.end();
  const { oldestMs, newestMs } = sent;
  const made: ImportReport = {
    ...shared,
    ...timesOf(sent),
    dryRun: false,
    read: sent.read,
    scores: sent.scores,
    outcome: await importOutcome(ask, state.importId),
    notSent: notSentOf(sent),
    cost: {
      there: sent.costUsd,
      here: await costHere(ask, oldestMs, newestMs),
      hereBefore: state.costBefore,
    },
    extras: more,
    seconds: (performance.now() - began) / 1_000,
  };
  checkpoint.remove();
  print(command, made, () => reportText(made));
}

function misfitsBefore(
  found: SourceTally | null,
  goesOn: boolean,
  source: ImportSource,
  rules: ImportRules,
  limits: AccountLimits,
): Misfit[] {
  if (found !== null) return misfitsOf(found, limits, Date.now());
  if (goesOn || !source.since) return [];
  return startMisfits(source.since.ms, rules, limits, Date.now());
}

const unsent: SendParcel = () => Promise.reject(new Error('A dry run sends nothing.'));

const connectionOf = ({ projectId, progress }: Importing) => ({
  projectId,
  time: REAL_TIME,
  onWait: (text: string) => progress.say(text),
});

/** Reads everything and sends nothing. */
async function look(source: ImportSource, rules: ImportRules, progress: Progress): Promise<SourceTally> {
  const tally = new SourceTally();
  const line = new ProgressLine(performance.now());
  for await (const parcel of source.parcels(null, rules)) {
    tally.add(parcel.tally);
    const text = line.next('Checking', parcel.share, tally.read, performance.now());
    if (text !== null) progress.show(text);
  }
  progress.end();
  return tally;
}

/** Nothing is left out silently: a person is asked, and a script has to say so. */
async function confirm(misfits: readonly Misfit[], { progress, options }: Importing): Promise<void> {
  for (const text of misfitLines(misfits)) progress.say(text);
  const refused = misfits.filter(({ isPartial }) => !isPartial);
  if (refused.length === 0 || options.skipRefused === true) return;
  const refuse = () =>
    wrongInput(
      'would_be_refused',
      `Nothing was sent. ${refused.map(({ message }) => message).join(' ')} Change that, or use --skip-refused to import the rest.`,
    );
  if (!isPersonThere()) throw refuse();
  const answer = await askPerson('Import the rest? [y/N] ');
  if (!/^y(es)?$/i.test(answer)) throw refuse();
}

async function firstState(found: SourceTally | null, { asking }: Importing): Promise<ImportState> {
  return {
    version: 1,
    identity: '',
    importId: newImportId(),
    startedAt: new Date().toISOString(),
    position: null,
    tally: new SourceTally().state,
    costBefore: found === null ? null : await costHere(asking.ask, found.oldestMs, found.newestMs),
  };
}

interface Sending {
  rules: ImportRules;
  state: ImportState;
  checkpoint: CheckpointFile;
}

async function send(
  { progress, options }: Importing,
  source: ImportSource,
  post: SendParcel,
  sending: Sending,
): Promise<SourceTally> {
  const { rules, checkpoint } = sending;
  const { importId, startedAt, costBefore, tally: before } = sending.state;
  const tally = SourceTally.of(before);
  const line = new ProgressLine(performance.now());
  let position: SourcePosition | null = sending.state.position;
  let savedAt = Number.NEGATIVE_INFINITY;
  let sent = 0;
  const save = () => {
    checkpoint.write({ importId, startedAt, costBefore, position, tally: tally.state });
    savedAt = performance.now();
  };
  // The id of the import is known before its first request, so a second run counts the first one too.
  save();
  try {
    await deliver({
      parcels: source.parcels(position, rules),
      atOnce: options.concurrency,
      send: async (parcel) => void (await post(parcel)),
      onStored: (next, stored) => {
        position = next;
        tally.add(stored);
        if (performance.now() - savedAt >= SAVE_EVERY_MS) save();
      },
      onSent: (parcel) => {
        sent += parcel.tally.read;
        const text = line.next('Importing', parcel.share, sent, performance.now());
        if (text !== null) progress.show(text);
      },
    });
  } catch (error) {
    progress.end();
    save();
    throw withPlace(error, checkpoint.file);
  }
  save();
  return tally;
}

function withPlace(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const isQuota = 'reason' in error && error.reason === QUOTA_USED_UP;
  const place = `The checkpoint is ${file}.`;
  if (isQuota) return serviceFault(QUOTA_USED_UP, `${message} ${place}`, 429);
  error.message = `${message} Run the same command again to go on. ${place}`;
  return error;
}

const NEVER_SENT = new Set(['invalid_json', 'not_a_record', 'record_too_large']);

const notSentOf = (tally: SourceTally): ImportReport['notSent'] =>
  [...tally.unfit]
    .filter(([reason]) => NEVER_SENT.has(reason))
    .map(([reason, { count, example }]) => ({ reason, count, example }));
