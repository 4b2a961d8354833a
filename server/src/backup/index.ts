// The format of a backup of the embedded stores, and how it is written. The commands that make and restore
// one are in command/; control/ lets the running server write it.
export { downloadBackup, readManifestIn } from './in-bucket.ts';
export {
  MASTER_KEY,
  MEDIA,
  METADATA,
  RECORDS,
  readManifest,
  verifyFiles,
  type Manifest,
} from './manifest.ts';
export { requireEmbedded, writeBackup, type BackupReport } from './write.ts';
