// The list and the content side by side. The divider moves by pointer and arrow keys; its position is
// remembered for each view.
import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { stored, useStored } from '#lib/stored';
import { traceTexts } from '../texts.ts';

type SplitView = 'tree' | 'timeline';

/** The width of the list, in percent. */
const split = stored<Readonly<Record<string, unknown>>>('trace.split', (text) => {
  const saved: unknown = text === null ? null : JSON.parse(text);
  return isObject(saved) ? saved : {};
});

const SIDEBAR = 288;

/** Names and figures fit into 320 to 480 pixels; more is better spent on the content. */
const defaultWidth = (view: SplitView): number | string =>
  view === 'timeline'
    ? '60%'
    : Math.round(Math.min(480, Math.max(320, 0.35 * (window.innerWidth - SIDEBAR))));

interface SplitProps {
  view: SplitView;
  list: ReactNode;
  content: ReactNode;
}

export function SplitPanes({ view, list, content }: SplitProps) {
  const texts = useTexts(traceTexts);
  const saved = useStored(split);
  const width = saved[view];
  return (
    <Group
      key={view}
      disableCursor
      onLayoutChanged={({ list: next }, { isUserInteraction }) => {
        if (isUserInteraction && next !== undefined) split.set({ ...split.get(), [view]: next });
      }}
      className="h-full min-h-0"
    >
      <Panel
        id="list"
        defaultSize={typeof width === 'number' ? `${width}%` : defaultWidth(view)}
        minSize={240}
        style={{ overflow: 'hidden' }}
      >
        {list}
      </Panel>
      <Separator
        aria-label={texts.resize}
        className="group/resize grid w-3 cursor-col-resize place-items-center rounded-sm ring-inside"
      >
        <span className="h-10 w-1 rounded-full bg-line group-hover/resize:bg-control" />
      </Separator>
      <Panel id="content" minSize={320} style={{ overflow: 'hidden' }}>
        {content}
      </Panel>
    </Group>
  );
}
