import { useFormat, useTexts } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { withChosen } from '#lib/chosen-values';
import { colorsOfNames } from '#lib/palette';
import { writeWindow, type WindowChoice } from '#lib/time-window';
import { BarList } from '../charts/bar-list.tsx';
import type { WidgetData } from './read.ts';
import { narrowedBy, type Scope } from './scope.ts';
import { boardTexts } from './texts.ts';
import { useUnits } from './units.ts';
import type { Widget } from './widget.ts';

const LONGEST_FILTER = 256;
const SHOWN_GROUPS = 10;

interface WidgetGroupsProps {
  widget: Pick<Widget, 'title' | 'question'>;
  groups: Extract<WidgetData, { kind: 'groups' }>['groups'];
  scope: Scope;
  window: { choice: WindowChoice };
}

/** The largest groups. Each leads to its calls. */
export function WidgetGroups({ widget: { title, question }, groups, scope, window }: WidgetGroupsProps) {
  const texts = useTexts(boardTexts);
  const format = useFormat();
  const { groupBy = 'model', tagKey = '', metric } = question;
  const { show } = useUnits()(metric);
  const filter = narrowedBy(scope.filter, question.filter);
  const narrowTo = (key: string): CallFilter =>
    groupBy === 'tag'
      ? { ...filter, tags: { ...filter.tags, [tagKey]: key } }
      : withChosen(filter, groupBy, { is: [key], isNot: [] });
  if (groups.length === 0) return <p className="py-6 text-center text-muted">{texts.noGroups}</p>;
  const shown = groups.slice(0, SHOWN_GROUPS);
  const colors =
    groupBy === 'model'
      ? colorsOfNames(
          groupBy,
          shown.map(({ key }) => key),
        )
      : [];
  return (
    <BarList
      label={title}
      items={shown.map(({ key, value, count }, at) => ({
        key,
        name: key === '' ? texts.blank : key,
        value: value ?? 0,
        shown: show(value),
        color: colors[at],
        aside: metric === 'count' ? undefined : texts.calls(format.compact(count)),
        link: {
          to: question.of === 'spans' ? '/spans' : '/calls',
          search: Object.assign(
            writeFilter(narrowTo(key.slice(0, LONGEST_FILTER))),
            writeWindow(window.choice),
          ),
        },
      }))}
    />
  );
}
