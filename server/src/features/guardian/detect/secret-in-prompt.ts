// Detects credentials in prompts.
import { counted } from '#lib/wording';
import { redactionKind } from './redaction-kinds.ts';
import type { Sighting } from './sighting.ts';
import type { RedactionGroup } from '../records/redactions.ts';

export const secretsInPrompts = (groups: readonly RedactionGroup[]): Sighting[] =>
  groups.flatMap((group): Sighting[] => {
    const { name, secret, severity } = redactionKind(group.kind);
    if (!secret || !group.inInput) return [];
    return [
      {
        kind: 'secret_in_prompt',
        project: group.project,
        cause: group.kind,
        byOccasion: false,
        unit: null,
        total: group.calls,
        severity,
        title: `${name} in prompts`,
        detail:
          `The inputs of ${counted(group.calls, 'new call')} had ${name.toLowerCase().replaceAll('api', 'API').replaceAll('json', 'JSON')} in them. ` +
          'They were replaced before anything was stored here, but the provider has seen them: revoke them and keep them out of prompts.',
        values: { redaction: group.kind, calls: group.calls },
        callIds: group.callIds,
        traceIds: group.traceIds,
        firstMs: group.firstMs,
        lastMs: group.lastMs,
      },
    ];
  });
