// A backup of the embedded stores as a folder: what is in it, and how it is written. Who asks for one, and how one is put
// back, is in command/; control/ lets the running server write it.
export { MASTER_KEY, METADATA, RECORDS, readManifest, verifyFiles, type Manifest } from './manifest.ts';
export { requireEmbedded, writeBackup, type BackupReport } from './write.ts';
