import { describe, expect, it } from 'vitest';
import { ExportSlots } from './export-slots.ts';

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'in',
    (error: { reason?: string; retryAfterSeconds?: number }) => [error.reason, error.retryAfterSeconds],
  );

describe('ExportSlots', () => {
  it('lets an account have one at a time', async () => {
    const slots = new ExportSlots({ atOnce: 5, patienceMs: 10 });
    const leave = await slots.enter('a');
    expect(await reasonOf(slots.enter('a'))).toEqual(['export_running', 5]);
    expect(await reasonOf(slots.enter('b'))).toBe('in');
    leave();
    expect(await reasonOf(slots.enter('a'))).toBe('in');
  });

  it('lets few in at once, and has the next wait for a moment', async () => {
    const slots = new ExportSlots({ atOnce: 1, patienceMs: 1_000 });
    const leave = await slots.enter('a');
    const [second, third] = [slots.enter('b'), slots.enter('c')];
    leave();
    leave();
    const leaveSecond = await second;
    expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits');
    leaveSecond();
    await third;
  });

  it('turns away who has waited, and keeps no place for them', async () => {
    const slots = new ExportSlots({ atOnce: 1, patienceMs: 5 });
    const leave = await slots.enter('a');
    expect(await reasonOf(slots.enter('b'))).toEqual(['export_busy', 5]);
    leave();
    expect(await reasonOf(slots.enter('b'))).toBe('in');
  });
});
