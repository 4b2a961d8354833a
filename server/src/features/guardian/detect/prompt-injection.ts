// Calls that a safety classifier flagged. Labels that name an attack on the model count at any score. Labels
// of the plain moderation endpoint name harmful content and count only if the classifier is nearly sure.
import { named, number } from '#lib/wording';
import { graded, graver, type Severity } from '../kinds.ts';
import type { Sighting } from './sighting.ts';

/** The fields needed from an assessment. */
export interface Flagged {
  projectNumber: number;
  callId: string;
  callTimestamp: number;
  labels: readonly string[];
  score: number;
}

const ATTACK = /inject|jailbreak|prompt[ _/-]?(?:attack|leak)|indirect[ _/-]?attack/i;
const MIN_SCORE = 0.8;

export function promptInjections(calls: readonly Flagged[]): Sighting[] {
  const groups = new Map<string, Flagged[]>();
  for (const call of calls) {
    const attack = call.labels.find((label) => ATTACK.test(label));
    const label = attack ?? (call.score >= MIN_SCORE ? call.labels[0] : undefined);
    if (label === undefined) continue;
    const key = JSON.stringify([call.projectNumber, label.toLowerCase().slice(0, 200)]);
    const group = groups.get(key);
    if (group) group.push(call);
    else groups.set(key, [call]);
  }
  return [...groups].map(([key, group]) => sightingOf(key, group));
}

function sightingOf(key: string, group: readonly Flagged[]): Sighting {
  const [project, label] = JSON.parse(key) as [number, string];
  const attack = ATTACK.test(label);
  const highest = Math.max(...group.map(({ score }) => score));
  const times = group.map(({ callTimestamp }) => callTimestamp);
  const floor: Severity = attack ? 'medium' : 'low';
  return {
    kind: 'prompt_injection',
    project,
    cause: label,
    byOccasion: false,
    unit: null,
    total: group.length,
    severity: graver(floor, attack ? graded(highest, [0, 0.8, 2]) : graded(highest, [0.9, 2, 2])),
    title: attack ? `Prompt injection: ${named(label)}` : `Unsafe content: ${named(label)}`,
    detail:
      `The safety classifier flagged ${group.length === 1 ? 'a call' : `${number(group.length)} calls`} as ${named(label)}, with a score of up to ` +
      `${highest.toFixed(2)} of 1.` +
      (attack ? ' A user, or a text that the model read, may be trying to change its instructions.' : ''),
    values: {
      label,
      highestScore: Math.round(highest * 1e4) / 1e4,
      calls: group.length,
      flaggedAs: attack ? 'attack' : 'content',
    },
    callIds: group.map(({ callId }) => callId),
    traceIds: [],
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
  };
}
