export interface Migration {
  version: number;
  name: string;
  /** Each may run twice, also concurrently in another process: IF NOT EXISTS, ADD COLUMN IF NOT EXISTS and so on. */
  statements: string[];
}
