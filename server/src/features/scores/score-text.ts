// Free text in a score is content: it is redacted, and stored only with consent, sealed. Scores are grouped
// by names and categories, so these are stored in clear text, redacted.
import { openContent, redactText, sealText, type AccountKeys } from '#content';
import type { Consents } from '#core/access/accounts';
import { RedactionTally } from '#core/content/redact/metadata';
import { redactTextInPieces } from '#core/content/redact/redact-text';
import { redactValue } from '#core/content/redact/redact-value';
import type { Pace } from '#lib/yield-to-event-loop';
import type { JsonObject } from '#records';
import { MAX_LABEL, MAX_SCORE_NAME } from '#services/record-access';
import type { ReadScore } from './read-score.ts';

interface ScoreTexts {
  comment: string | null;
  text: string | null;
  metadata: JsonObject | null;
}

const NO_TEXTS: ScoreTexts = { comment: null, text: null, metadata: null };

export async function redactScore(score: ReadScore, consents: Consents, pace: Pace): Promise<ReadScore> {
  if (!consents.piiRedaction) return score;
  const { name, label, comment, text, metadata } = score;
  const inPieces = async (value: string | null) =>
    value === null ? null : (await redactTextInPieces(value, '', pace)).text;
  return {
    ...score,
    name: redactText(name).text.slice(0, MAX_SCORE_NAME),
    label: label === null ? null : redactText(label).text.slice(0, MAX_LABEL),
    comment: await inPieces(comment),
    text: await inPieces(text),
    metadata: metadata && (redactValue(metadata, 'metadata', new RedactionTally()) as JsonObject),
  };
}

export const hasTexts = ({ comment, text, metadata }: ScoreTexts): boolean =>
  comment !== null || text !== null || metadata !== null;

/** The purpose of the encryption: the texts of one score cannot be decrypted as those of another. */
const scorePurpose = (id: string): string => `score:${id}`;

export const sealScore = (keys: AccountKeys, id: string, { comment, text, metadata }: ScoreTexts): string =>
  sealText(keys, scorePurpose(id), JSON.stringify({ comment, text, metadata } satisfies ScoreTexts));

/** Texts that cannot be decrypted are null, and the rest of the score is still shown. */
export function openScore(keys: AccountKeys | null, id: string, sealed: string | null): ScoreTexts {
  if (sealed === null || keys === null) return NO_TEXTS;
  const text = openContent(keys, scorePurpose(id), Buffer.from(sealed, 'base64url'))?.input;
  return typeof text === 'string' ? (JSON.parse(text) as ScoreTexts) : NO_TEXTS;
}
