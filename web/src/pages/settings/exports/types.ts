import type { Schemas } from '#api';

export type DailyExportSettings = Schemas['ExportSettings'];
export type DailyExport = NonNullable<DailyExportSettings['schedule']>;
export type NewSchedule = Schemas['NewExportSchedule'];
export type ExportFault = NonNullable<Schemas['ExportTest']['error']>;
