// What the gate saw and did not decide by, from its figures, so that it is in the reader's language.
import type { Schemas } from '#api';
import type { SameKeys } from '#i18n';
import type { compareTexts } from './texts.ts';

type Caution = Schemas['EvalGate']['cautionDetails'][number];

interface Shown {
  score: (value: number | null) => string;
  p: (value: number | null) => string;
  count: (value: number) => string;
}

/** `name` is that of the criterion; null where it is about all of them. */
export function cautionText(
  { code, observed, threshold, pValue, items, itemsNeeded, itemsAllowed }: Caution,
  name: string | null,
  texts: SameKeys<typeof compareTexts.en>,
  { score, p, count }: Shown,
): string {
  if (code === 'same_outputs') return texts.sameOutputs(count(items));
  const seen = texts.undecidedDrop(
    name,
    score(observed),
    score(threshold),
    count(items),
    pValue === null ? null : p(pValue),
  );
  if (itemsNeeded === null) return `${seen} ${texts.noItemsDecide}`;
  const beyond = itemsAllowed !== null && itemsNeeded > itemsAllowed;
  return [
    seen,
    texts.itemsDecide(count(itemsNeeded)),
    ...(beyond ? [texts.tooMany(count(itemsAllowed))] : []),
  ].join(' ');
}
