// Detects personal data or secrets in model outputs. Data that was also redacted in the input may only have
// been repeated, so it is less severe. A secret in both is reported as a secret in the prompt.
import { counted } from '#lib/wording';
import { SEVERITIES } from '../kinds.ts';
import { redactionKind } from './redaction-kinds.ts';
import type { Sighting } from './sighting.ts';
import type { RedactionGroup } from '../records/redactions.ts';

export const piiLeaks = (groups: readonly RedactionGroup[]): Sighting[] =>
  groups.flatMap((group): Sighting[] => {
    const { name, secret, severity } = redactionKind(group.kind);
    if (!group.inOutput || (secret && group.inInput)) return [];
    const step = Math.max(0, SEVERITIES.indexOf(severity) - (group.inInput ? 1 : 0));
    return [
      {
        kind: 'pii_leak',
        project: group.project,
        cause: group.kind,
        byOccasion: false,
        unit: null,
        total: group.calls,
        severity: SEVERITIES[step] ?? severity,
        title: `${name} in outputs`,
        detail:
          `The outputs of ${counted(group.calls, 'new call')} had ${name.toLowerCase().replaceAll('api', 'API')} in them` +
          (group.inInput ? ', and so did their inputs: the model may have repeated what it was given' : '') +
          '. They were replaced before anything was stored, but the recipients of the answers have seen them.',
        values: {
          redaction: group.kind,
          calls: group.calls,
          foundIn: group.inInput ? 'input_and_output' : 'output',
        },
        callIds: group.callIds,
        traceIds: group.traceIds,
        firstMs: group.firstMs,
        lastMs: group.lastMs,
      },
    ];
  });
