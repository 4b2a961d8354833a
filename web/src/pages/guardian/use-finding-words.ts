import { useWorded, type Said } from '#i18n';
import type { FindingData } from './types.ts';
import { findingWordings, type FindingWords } from './wordings.ts';

export function useFindingWords(): (finding: FindingData) => Said<FindingWords> {
  const say = useWorded(findingWordings);
  return ({ kind, title, detail, evidence }) =>
    say({ code: kind, values: evidence.values }, { title, detail });
}
