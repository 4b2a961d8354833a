// The parts of a feature or service that the process needs. `module.ts` in its folder declares them; only
// modules.ts reads those files. Other features use the functions in `index.ts`.
import type { Services } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Hooks } from './hooks.ts';
import type { JobDefinition } from './jobs/job.ts';

export interface Module {
  /** The tag of its endpoints with its description in the docs, unless another module declares the tag. */
  tag?: { name: string; description: string };
  /** In the order in which the docs show them. */
  endpoints?: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
  hooks?: Hooks;
  /** Called when the stores are open and nothing is served yet. */
  open?: (services: Services) => void;
  /** Called when the process starts serving. Periodic work starts here. */
  start?: (services: Services) => void;
  /** Called before the process stops serving, to answer waiting requests. */
  drain?: (services: Services) => void;
}
