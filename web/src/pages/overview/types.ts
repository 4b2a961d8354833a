import type { Asked, Figure, LatencyFigure } from './use-figures.ts';

export interface Figures {
  count: Asked<Figure>;
  cost: Asked<Figure>;
  tokens: Asked<Figure>;
  error_rate: Asked<Figure>;
  cache_savings: Asked<Figure>;
  latency: Asked<LatencyFigure>;
}
