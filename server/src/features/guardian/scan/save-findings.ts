// Saves sightings as findings in the transaction that also saves the progress of the scan. After a crash or a
// double scan, either both are saved or neither. Webhook messages are queued in the same transaction.
import { hash } from 'node:crypto';
import { DAY_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Account } from '#core/access/accounts';
import type { Tx } from '#core/change/change';
import type { Services } from '#core/context';
import { enqueue } from '#core/jobs/job-queue';
import { queueWebhookEvent } from '#services/notifications';
import type { Writer } from '#metadata';
import type { Sighting } from '../detect/sighting.ts';
import type { FindingFigures } from '../figures.ts';
import { mergeSighting, sameOccasion } from '../merge-finding.ts';
import {
  columnsOf,
  countOfKindSince,
  insertFinding,
  presentFinding,
  rememberedIn,
  selectByCause,
  updateFinding,
} from '../store.ts';

type Keeper = Pick<Services, 'clock' | 'sealer'>;

/**
 * At most 100 separate findings per kind, project and day; the rest are merged into one. People read no more,
 * and tool names come from clients.
 */
const MAX_PER_DAY = 100;
const MAX_TRACES_PER_DAY = 10;

/** Returns the number of findings that the account has had, including these. */
export async function saveFindings(
  services: Keeper,
  db: Writer,
  account: Account,
  sightings: readonly Sighting[],
  madeBefore: number,
): Promise<number> {
  const projects = new Map([...account.projects.values()].map(({ id, number }) => [number, id]));
  let made = madeBefore;
  for (const sighting of sightings) {
    // The project was deleted meanwhile.
    const projectId = projects.get(sighting.project);
    if (projectId === undefined) continue;
    if (await saveFinding(services, db, { account, projectId, number: made + 1 }, sighting)) made += 1;
  }
  return made;
}

interface Place {
  account: Account;
  projectId: string;
  /** The number for a new finding. */
  number: number;
}

/** True if it created a new finding. */
async function saveFinding(
  services: Keeper,
  db: Writer,
  { account, projectId, number }: Place,
  seen: Sighting,
): Promise<boolean> {
  const now = services.clock.now();
  const known = await knownOf(db, account.id, projectId, seen);
  let sighting = seen;
  let row = known;
  if (!known) {
    const dayStart = Math.floor(now / DAY_MS) * DAY_MS;
    const most = seen.kind === 'runaway_trace' ? MAX_TRACES_PER_DAY : MAX_PER_DAY;
    if ((await countOfKindSince(db, account.id, projectId, seen.kind, dayStart)) >= most) {
      sighting = oneOfMany(seen, dayStart, most);
      row = await knownOf(db, account.id, projectId, sighting);
    }
  }
  const after = mergeSighting(row && rememberedIn(row), sighting, now);
  if (!after) return false;
  if (row) {
    await updateFinding(db, row, { ...columnsOf(after), updated_at: now });
    return false;
  }
  const cause = causeOf(projectId, sighting);
  const finding = await insertFinding(db, {
    id: newId('finding'),
    account_id: account.id,
    project_id: projectId,
    number,
    kind: sighting.kind,
    cause,
    fingerprint: sighting.byOccasion ? `${cause}:${sighting.firstMs}` : cause,
    ...columnsOf(after),
    created_at: now,
    updated_at: now,
  });
  const data = { ...presentFinding(finding) };
  await queueWebhookEvent(services, txOf(services, db), {
    accountId: account.id,
    type: 'guardian.finding',
    data,
  });
  return true;
}

const causeOf = (projectId: string, { kind, cause }: Sighting): string =>
  hash('sha256', JSON.stringify([kind, projectId, cause]), 'hex').slice(0, 40);

async function knownOf(db: Writer, accountId: string, projectId: string, sighting: Sighting) {
  const rows = await selectByCause(db, accountId, causeOf(projectId, sighting));
  const known = sighting.byOccasion ? rows.find((row) => sameOccasion(rememberedIn(row), sighting)) : rows[0];
  return known ?? null;
}

/** The finding that merges all sightings beyond the daily limit. */
export function oneOfMany(sighting: Sighting, dayStart: number, most: number): Sighting {
  const day = new Date(dayStart).toISOString().slice(0, 10);
  return {
    ...sighting,
    ...({ kind: sighting.kind, values: { ...sighting.values, day, ownFindings: most } } as FindingFigures),
    cause: `many ${day}`,
    byOccasion: false,
    unit: sighting.unit === null ? null : JSON.stringify([sighting.cause, sighting.unit]),
    title: `More of the kind ${sighting.kind} on ${day}`,
    detail: `${most} of this day have their own findings. The latest of the others: ${sighting.detail}`,
  };
}

/** A transaction for queueing only. It keeps nothing in memory. */
const txOf = ({ clock }: Keeper, db: Writer): Tx => ({
  db,
  invalidate: async () => undefined,
  enqueue: async (order) => {
    await enqueue(db, clock, order);
  },
});
