// A condition of the filter in words: "Model is a, b", "Latency at most 2 s".
import { useCallback } from 'react';
import { useFormat, useTexts } from '#i18n';
import { facetOf, tagOf, type FilterCondition, type ConditionName } from '#lib/call-conditions';
import { kitTexts } from './texts.ts';

interface ConditionWords {
  name: string;
  op: string;
  value: string;
}

export function useConditionWords(): (condition: FilterCondition) => ConditionWords {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  return useCallback(
    ({ field, op, values }) => {
      const shown = (value: string | number): string => {
        if (field.endsWith('Ms') && tagOf(field) === null) return format.duration(Number(value));
        if (field.endsWith('costUsd') && tagOf(field) === null) return format.money(Number(value));
        if (typeof value === 'number') return format.count(value);
        if (facetOf(field) === 'status') return value === 'ok' ? texts.statusOk : texts.statusFailed;
        return value === '' ? texts.noValue : value;
      };
      return {
        name: tagOf(field) ?? texts.conditionNames[field as ConditionName],
        op: texts.conditionOps[op],
        value: values.map(shown).join(', '),
      };
    },
    [texts, format],
  );
}
