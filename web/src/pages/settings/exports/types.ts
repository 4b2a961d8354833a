import type { Schemas } from '#api';

export type ExportSettings = Schemas['ExportSettings'];
export type ExportSchedule = NonNullable<ExportSettings['schedule']>;
export type NewSchedule = Schemas['NewExportSchedule'];
export type ExportFault = NonNullable<Schemas['ExportTest']['error']>;
export type PlaceKind = 's3' | 'folder';
