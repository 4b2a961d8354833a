// Reports the result of adding items to a dataset.
import { useState } from 'react';
import type { Schemas } from '#api';
import { useFormat, useTexts, useWorded } from '#i18n';
import { reasonWordings } from '../reason-wordings.ts';
import { say } from '../toast.tsx';
import { useDatasetLimits } from './limits.ts';
import { addToDatasetTexts } from './texts.ts';

export interface AddedResult {
  added: number;
  dataset: { name: string };
  skipped: readonly { reason: string; message: string }[];
  truncated?: Schemas['EvalDatasetFromCalls']['truncated'];
}

/**
 * If nothing was added, the form shows the reason and stays open. Otherwise a toast says what was added, and
 * the form closes.
 */
export function useSayAdded(onDone: () => void) {
  const texts = useTexts(addToDatasetTexts);
  const format = useFormat();
  const worded = useWorded(reasonWordings);
  const limits = useDatasetLimits();
  const [fault, setFault] = useState<string | null>(null);
  const sayAdded = (result: AddedResult, chosen: number): void => {
    const { added, dataset } = result;
    const [first] = result.skipped;
    if (added === 0)
      return setFault(first ? worded({ code: first.reason }, first.message).words : texts.notAdded);
    const isFull = result.skipped.some(({ reason }) => reason === 'dataset_full');
    const counts = [format.count(added), format.count(isFull ? chosen : chosen - added)] as const;
    if (isFull) say(texts.full(...counts, dataset.name, format.count(limits.items)), 'bad');
    else if (added < chosen) say(texts.addedSome(...counts, dataset.name), 'bad');
    else {
      const isCut = (result.truncated?.length ?? 0) > 0;
      say(isCut ? texts.addedCut(dataset.name, format.count(limits.characters)) : texts.added(dataset.name));
    }
    onDone();
  };
  return { sayAdded, fault, clearFault: () => setFault(null) };
}
