import { useMemo } from 'react';
import { useTexts, useFormat } from '#i18n';
import { lengthOf } from '#lib/time-window';
import { useCallFilter, useWindow } from '#lib/url-state';
import { kitTexts } from '../texts.ts';
import { boardScope, type Scope } from './scope.ts';
import type { BoardWindow } from './widget-view.tsx';

interface UsedScope {
  scope: Scope;
  window: BoardWindow;
}

/** The window and the filter of the URL, as figures need them. */
export function useBoardScope(): UsedScope {
  const { choice, window, before, grid, choose } = useWindow();
  const [filter] = useCallFilter();
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const scope = useMemo(() => boardScope(window, before, grid, filter), [window, before, grid, filter]);
  const period = 'preset' in choice ? texts.windows[choice.preset] : format.duration(lengthOf(window));
  return { scope, window: { choice, choose, period } };
}
