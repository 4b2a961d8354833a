// Classifies several calls at once: one conclusion or one failure for each.
import type { ModerationConfig } from '#config';
import { forEachLimited } from '#lib/for-each-limited';
import type { Services } from '#core/context';
import { ask, type ClassifierReply, type ClassifierFailure } from './ask.ts';
import { conclude, type Conclusion } from './conclude.ts';
import { packTexts, textPiecesOf, type TextPiece } from './pack.ts';
import type { SafetyVerdict } from './read-answer.ts';
import type { Side, SideText } from './texts.ts';

export type Classified = { ok: true; conclusion: Conclusion } | ClassifierFailure;

const AT_ONCE = 4;

/** Stored with each assessment, because another model may judge differently. */
export const classifierId = ({ model }: ModerationConfig): string => `moderation:${model}`;

export async function classifyTexts(
  ctx: Pick<Services, 'state' | 'watch'>,
  config: ModerationConfig,
  calls: ReadonlyMap<string, readonly SideText[]>,
  signal: AbortSignal,
): Promise<Map<string, Classified>> {
  const requests = packTexts([...calls].flatMap(([id, texts]) => textPiecesOf(id, texts)));
  const verdicts = new Map<string, { side: Side; verdict: SafetyVerdict }[]>();
  const failures = new Map<string, ClassifierFailure>();
  const take = (pieces: readonly TextPiece[], asked: ClassifierReply): void => {
    pieces.forEach(({ callId, side }, at) => {
      const verdict = asked.ok ? asked.verdicts[at] : undefined;
      if (verdict) verdicts.getOrInsertComputed(callId, () => []).push({ side, verdict });
      else if (!asked.ok) failures.set(callId, asked);
    });
  };
  const send = async (pieces: readonly TextPiece[]): Promise<void> => {
    const asked = await ask(
      ctx,
      config,
      pieces.map(({ text }) => text),
      signal,
    );
    const byCall = Map.groupBy(pieces, ({ callId }) => callId);
    // One of the calls may contain what the classifier rejects; the others must not fail with it.
    if (!asked.ok && asked.reason === 'refused' && byCall.size > 1)
      for (const own of byCall.values()) await send(own);
    else take(pieces, asked);
  };
  await forEachLimited(requests, AT_ONCE, send);
  return new Map(
    [...calls].map(([id, texts]): [string, Classified] => {
      const failure = failures.get(id);
      return [id, failure ?? { ok: true, conclusion: conclude(verdicts.get(id) ?? [], texts) }];
    }),
  );
}
