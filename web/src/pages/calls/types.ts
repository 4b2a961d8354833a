import type { Schemas } from '#api';

export type Call = Schemas['Call'];
export type Facets = Schemas['Facets']['facets'];
export type Facet = Facets[string];
