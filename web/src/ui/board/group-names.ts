import { useTexts } from '#i18n';
import { kitTexts } from '../texts.ts';
import { boardTexts } from './texts.ts';
import type { WidgetGroup } from './widget.ts';

/** What a chart is grouped by, as filters name it. */
export function useGroupNames(): (group: WidgetGroup) => string {
  const { conditionNames } = useTexts(kitTexts);
  const { tag } = useTexts(boardTexts);
  return (group) => {
    if (group === 'tag') return tag;
    if (group === 'user' || group === 'session') return conditionNames[`${group}Id`];
    return conditionNames[group];
  };
}
