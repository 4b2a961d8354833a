// The bare engine on the same rows: files in its own format, 50,000 rows each, loaded by the statement that
// the service uses. The rest of the path from a request to the tables is the cost of the service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '../../server/src/store/records/engine/engine.ts';
import { migrateRecords } from '../../server/src/store/records/migrations/migrate.ts';
import { loadSegments } from '../../server/src/store/records/writer/log/load.ts';
import { fileOf } from '../../server/src/store/records/writer/log/segment.ts';
import { RowBuffer } from '../../server/src/store/records/writer/rows/row-buffer.ts';
import { writeCall } from '../../server/src/store/records/writer/rows/call-row.ts';
import type { Bodies } from './bodies.ts';
import { preparedCalls } from './prepared-calls.ts';

const ROWS = 50_000;

interface BareInsert {
  perCpuSecond: number;
  perSecond: number;
  bytesPerRecord: number;
}

export async function bareInsert(bodies: Bodies, records: number): Promise<BareInsert> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bare-'));
  const engine = await openEngine({ kind: 'embedded', path: path.join(folder, 'records') });
  try {
    await migrateRecords(engine);
    const segments: string[] = [];
    for (let made = 0; made < records; made += ROWS) {
      const name = `bare-${made}`;
      writeFileSync(fileOf(folder, name, 'calls'), rows(bodies, Math.min(ROWS, records - made)));
      segments.push(name);
    }
    const cpu = process.cpuUsage();
    const start = performance.now();
    for (const name of segments) {
      await loadSegments(engine, folder, [
        { name, rows: { messages: 0, calls: ROWS, observations: 0, call_content: 0 } },
      ]);
    }
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const [size] = await engine.query<{ bytes: string }>(
      'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
    );
    return {
      perCpuSecond: records / ((user + system) / 1e6),
      perSecond: records / seconds,
      bytesPerRecord: Number(size?.bytes ?? 0) / records,
    };
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rows(bodies: Bodies, count: number): Buffer {
  const buffer = new RowBuffer(1 << 20);
  for (const { row } of preparedCalls(bodies, count)) writeCall(buffer, row);
  return buffer.taken();
}
