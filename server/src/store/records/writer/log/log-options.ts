// The settings of the group-commit log.
import { NO_WATCH, type ServiceWatch } from '#lib/watch';
import type { Arrived } from './checkpoint.ts';
import { DISK, type LogFileSystem } from './file-system.ts';
import type { Load, SealedSegment } from './loader.ts';

export interface LogOptions {
  folder: string;
  /** Its rows can be read when it resolves, and are on disk after `sync`. */
  load: Load;
  /** Absent if loads are on disk when they resolve. */
  sync?: () => Promise<void>;
  /**
   * After a power cut: all these segments were acknowledged, and any part of them may be in the tables.
   * Stores what is missing. `arrived`: the records that arrived before them.
   */
  repair?: (segments: readonly SealedSegment[], arrived: Arrived | null) => Promise<void>;
  /**
   * The boot id of the machine, which distinguishes a kill from a power cut; null: unknown, so each counts as
   * a power cut.
   */
  boot?: string | null;
  onProblem: (error: unknown, what: string) => void;
  /** A segment of this size is sealed. */
  maxRows?: number;
  maxBytes?: number;
  /** Age at which a segment is loaded. One that a caller waits for is loaded as soon as no other load runs. */
  maxAgeMs?: number;
  /** A segment with so many rows or bytes is loaded at this age. */
  large?: { ageMs: number; rows: number; bytes: number };
  /** From a load to the checkpoint that deletes its segments. */
  checkpointMs?: number;
  /** Bytes that wait for a commit or for the engine. Beyond this, requests wait and are then rejected. */
  maxWaitingBytes?: number;
  patienceMs?: number;
  files?: LogFileSystem;
  watch?: ServiceWatch;
}

export const LOG_DEFAULTS = {
  maxRows: 50_000,
  // As much as one load takes (loader.ts).
  maxBytes: 64 * 1024 * 1024,
  // A load costs as much as 30,000 of its rows, so a few thousand rows wait for more. A reader that needs
  // them has them loaded at once.
  maxAgeMs: 4_000,
  large: { ageMs: 1_000, rows: 30_000, bytes: 24 * 1024 * 1024 },
  checkpointMs: 1_000,
  sync: () => Promise.resolve(),
  repair: () => Promise.reject(new Error('The log has no repair for power cuts.')),
  boot: 'always the same',
  maxWaitingBytes: 256 * 1024 * 1024,
  patienceMs: 2_000,
  files: DISK,
  watch: NO_WATCH,
};
