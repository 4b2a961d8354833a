// Validates, masks and seals the targets of channels.
import type { Config } from '#config';
import { invalid } from '#lib/app-error';
import type { Sealer } from '#core/secrets/sealing';
import { outboundOf } from '../outbound.ts';
import { CHANNEL_KINDS, type ChannelKind, type ChannelTargets } from '../schemas.ts';
import { channelOf } from './table.ts';

/**
 * Returns the targets to store, or throws a 400 for an invalid one. A target that is sent back masked keeps
 * its `known` value.
 */
export function checkTargets(
  config: Config,
  kinds: readonly ChannelKind[],
  targets: ChannelTargets,
  known: ChannelTargets = {},
): ChannelTargets {
  const outbound = outboundOf(config);
  const kept: Record<string, unknown> = {};
  for (const kind of CHANNEL_KINDS) {
    const given = withKnown(kind, targets[kind], known[kind]);
    const path = `channelTargets.${kind}`;
    if (given === undefined) {
      if (kinds.includes(kind) && channelOf(kind).defaultTarget === null)
        throw invalid(path, `The channel ${kind} needs a target in ${path}.`, 'channel_target_required');
      continue;
    }
    const fault = channelOf(kind).check(given, outbound);
    if (fault) throw invalid(`${path}.${fault.field}`, fault.message, fault.reason);
    kept[kind] = given;
  }
  return kept;
}

function withKnown(
  kind: ChannelKind,
  given: object | undefined,
  known: object | undefined,
): object | undefined {
  if (given === undefined || known === undefined) return given;
  const masked = channelOf(kind).mask(known) as Record<string, unknown>;
  const fields = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' && value === masked[name] ? (known as Record<string, unknown>)[name] : value,
  ]);
  return Object.fromEntries(fields) as object;
}

export function maskTargets(targets: ChannelTargets): ChannelTargets {
  const shown = CHANNEL_KINDS.flatMap((kind) => {
    const target = targets[kind];
    return target === undefined ? [] : [[kind, channelOf(kind).mask(target)] as const];
  });
  return Object.fromEntries(shown);
}

export const TARGETS_PURPOSE = 'channel-targets';

/** The stored form of an alert's targets. */
export const sealTargets = (sealer: Sealer, targets: ChannelTargets): string =>
  sealer.seal(JSON.stringify(targets), TARGETS_PURPOSE);

/**
 * For reading and changing. Returns null if the targets were sealed with another master key; they must then
 * be set again.
 */
export function readTargets(sealer: Sealer, sealed: string): ChannelTargets | null {
  const text = sealer.open(sealed, TARGETS_PURPOSE);
  return text === null ? null : (JSON.parse(text) as ChannelTargets);
}
