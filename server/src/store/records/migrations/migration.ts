export interface Migration {
  version: number;
  name: string;
  /** Each may run twice, also concurrently in another process: IF NOT EXISTS, ADD COLUMN IF NOT EXISTS and so on. */
  statements: string[];
}

/**
 * For replaced parts: by default the engine's cleaner runs every 30 seconds to 5 minutes. A table created
 * with this setting has it from the first run on; a table altered later, from the run after the next.
 */
export const CLEANED_SOON =
  'cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10';
