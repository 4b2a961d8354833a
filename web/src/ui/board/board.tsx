import { chartHeight, BoardGrid } from './board-grid.tsx';
import type { useMarkers } from './markers.ts';
import type { useBoardScope } from './use-board-scope.ts';
import type { useBoard } from './use-figures.ts';
import type { Widget } from './widget.ts';
import { WidgetView } from './widget-view.tsx';

interface BoardProps extends ReturnType<typeof useBoardScope> {
  widgets: readonly Widget[];
  board: ReturnType<typeof useBoard>;
  markers: ReturnType<typeof useMarkers>;
}

/** The widgets in their places, each with its answer. */
export const Board = ({ widgets, board, scope, window, markers }: BoardProps) => (
  <BoardGrid widgets={widgets}>
    {(widget) => {
      const asked = board.widgets.get(widget.id);
      return (
        asked && (
          <WidgetView
            widget={widget}
            asked={asked}
            scope={scope}
            window={window}
            markers={markers}
            height={chartHeight(widget)}
          />
        )
      );
    }}
  </BoardGrid>
);
