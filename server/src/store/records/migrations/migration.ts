export interface Migration {
  version: number;
  name: string;
  /** Each may run twice and beside itself in another process: IF NOT EXISTS, ADD COLUMN IF NOT EXISTS, and the like. */
  statements: string[];
}

/**
 * For parts that were replaced: by default the engine's cleaner comes round every 30 seconds to 5 minutes. A table that is created with
 * it has it from the first round on; one that is altered later, from the round after the next.
 */
export const CLEANED_SOON =
  'cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10';
