// All file system calls of the log. Durability depends on their order, so tests pass a file system that loses
// unsynced data.
import * as disk from 'node:fs/promises';

export interface LogFile {
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  read(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  truncate(length: number): Promise<void>;
  /** Syncs contents and length. The name needs a `sync` of the folder. */
  datasync(): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface LogFileSystem {
  /** Returns the topmost folder that it created, if any. */
  mkdir(folder: string, options: { recursive: true; mode: number }): Promise<string | undefined>;
  readdir(folder: string): Promise<string[]>;
  readFile(file: string): Promise<Buffer>;
  open(file: string, flags: 'wx' | 'r' | 'r+', mode?: number): Promise<LogFile>;
  rename(from: string, to: string): Promise<void>;
  rm(file: string, options: { force: true }): Promise<void>;
}

export const DISK: LogFileSystem = disk;
