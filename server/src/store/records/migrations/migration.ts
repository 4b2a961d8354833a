export interface Migration {
  version: number;
  name: string;
  /** Each may run twice and beside itself in another process: IF NOT EXISTS, ADD COLUMN IF NOT EXISTS, and the like. */
  statements: string[];
}
