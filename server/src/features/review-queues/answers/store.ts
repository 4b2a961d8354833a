// SQL of answers, and the texts in them. Comment and correction are content: sealed, and stored only with
// consent.
import type { Insertable, Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import { openContent, redactText, sealText, type AccountKeys } from '#content';
import { redactTextInPieces } from '#core/content/redact/redact-text';
import type { Context } from '#core/context';
import { Pace } from '#lib/yield-to-event-loop';
import type { Reader, ReviewAnswersTable, Writer } from '#metadata';
import type { NewAnswer, ReviewValues } from '../schemas.ts';

export type AnswerRow = Selectable<ReviewAnswersTable>;

export const valuesIn = ({ answers }: Pick<AnswerRow, 'answers'>): ReviewValues =>
  JSON.parse(answers) as ReviewValues;

interface AnswerTexts {
  comment: string | null;
  correction: string | null;
}

const NO_TEXTS: AnswerTexts = { comment: null, correction: null };

const said = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text;

/** The texts as they may be stored: redacted if the account says so. */
export async function textsOf(
  { account }: Context,
  { comment, correction }: NewAnswer,
): Promise<AnswerTexts> {
  const texts = { comment: said(comment), correction: said(correction) };
  if (!account.consents.piiRedaction) return texts;
  return {
    comment: texts.comment === null ? null : redactText(texts.comment).text,
    correction:
      texts.correction === null ? null : (await redactTextInPieces(texts.correction, '', new Pace())).text,
  };
}

export const hasAnswerTexts = ({ comment, correction }: AnswerTexts): boolean =>
  comment !== null || correction !== null;

type TextPlace = Pick<AnswerRow, 'item_id' | 'reviewer_id' | 'is_resolution'>;

/** The context of the encryption; the texts of one answer cannot be decrypted as those of another. */
const textsPurpose = ({ item_id: itemId, reviewer_id: reviewer, is_resolution: isResolution }: TextPlace) =>
  `review:${itemId}:${reviewer}:${isResolution}`;

export const sealAnswer = (keys: AccountKeys, place: TextPlace, texts: AnswerTexts): string =>
  sealText(keys, textsPurpose(place), JSON.stringify(texts));

/** Texts that cannot be decrypted are null, and the rest of the answer is still shown. */
export function openAnswer(keys: AccountKeys | null, row: AnswerRow): AnswerTexts {
  if (row.sealed === null || keys === null) return NO_TEXTS;
  const text = openContent(keys, textsPurpose(row), Buffer.from(row.sealed, 'base64url'))?.input;
  return typeof text === 'string' ? (JSON.parse(text) as AnswerTexts) : NO_TEXTS;
}

/** Null if nothing is sealed, because loading would create a key. */
export const keysOfAnswers = async (
  { contentKeys, account }: Context,
  rows: readonly AnswerRow[],
): Promise<AccountKeys | null> =>
  rows.some(({ sealed }) => sealed !== null) ? contentKeys.load(account) : null;

/** In the order in which they were given. */
export async function selectAnswers(db: Reader, itemIds: readonly number[]): Promise<AnswerRow[]> {
  const found: AnswerRow[] = [];
  for (const ids of chunks(itemIds, 500)) {
    found.push(
      ...(await db
        .selectFrom('review_answers')
        .selectAll()
        .where('item_id', 'in', ids)
        .orderBy('id')
        .execute()),
    );
  }
  return found;
}

export type AnswerFacts = Pick<
  AnswerRow,
  'item_id' | 'reviewer_type' | 'reviewer_id' | 'is_resolution' | 'answers' | 'duration_ms' | 'updated_at'
>;

/** All answers of a queue, without their texts. A queue has a bounded number of items. */
export const selectQueueAnswers = (db: Reader, queueId: number): Promise<AnswerFacts[]> =>
  db
    .selectFrom('review_answers')
    .select([
      'item_id',
      'reviewer_type',
      'reviewer_id',
      'is_resolution',
      'answers',
      'duration_ms',
      'updated_at',
    ])
    .where('queue_id', '=', queueId)
    .orderBy('id')
    .execute();

/** A second answer of the same person replaces the first. */
export const saveAnswer = (db: Writer, row: Insertable<ReviewAnswersTable>) =>
  db
    .insertInto('review_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['item_id', 'reviewer_id', 'is_resolution']).doUpdateSet({
        answers: row.answers,
        sealed: row.sealed ?? null,
        updated_at: row.updated_at,
      }),
    )
    .execute();

/** For an account that withdrew its consent. */
export const clearAnswerTexts = (db: Writer, accountId: string) =>
  db
    .updateTable('review_answers')
    .set({ sealed: null })
    .where('account_id', '=', accountId)
    .where('sealed', 'is not', null)
    .execute();
