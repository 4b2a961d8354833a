// Words for values and people, shared by the tabs and the flow.
import type { Schemas } from '#api';
import { useSession } from '#api';
import { useFormat, useTexts } from '#i18n';
import { queueTexts } from './texts.ts';
import type { DraftValues, ReviewValue } from './types.ts';

type Reviewer = Schemas['ReviewAgreement']['dimensions'][number]['pairs'][number]['reviewers'][number];

export function useReviewerName(): (reviewer: Reviewer) => string {
  const texts = useTexts(queueTexts);
  const { user } = useSession();
  return ({ type, id, name }) => {
    if (id === user.id) return texts.you;
    return name ?? (type === 'key' ? texts.byKey(id) : id);
  };
}

export function useValueWords() {
  const { flow } = useTexts(queueTexts);
  const format = useFormat();
  const valueWords = (value: ReviewValue | undefined): string => {
    if (value === undefined) return '–';
    if (typeof value === 'boolean') return value ? flow.yes : flow.no;
    return typeof value === 'number' ? format.score(value) : value;
  };
  const allWords = (values: DraftValues | null): string =>
    values === null
      ? '–'
      : Object.entries(values)
          .map(([name, value]) => `${name}: ${valueWords(value)}`)
          .join(', ');
  return { valueWords, allWords };
}
