import { describe, expect, it } from 'vitest';
import { ExportSlots } from './export-slots.ts';

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'in',
    (error: { reason?: string; retryAfterSeconds?: number }) => [error.reason, error.retryAfterSeconds],
  );

describe('ExportSlots', () => {
  it('allows an account one at a time', async () => {
    const slots = new ExportSlots({ atOnce: 5, patienceMs: 10 });
    const leave = await slots.enter('a');
    expect(await reasonOf(slots.enter('a'))).toEqual(['export_running', 5]);
    expect(await reasonOf(slots.enter('b'))).toBe('in');
    leave();
    expect(await reasonOf(slots.enter('a'))).toBe('in');
  });

  it('allows few at once; the next one waits for a moment', async () => {
    const slots = new ExportSlots({ atOnce: 1, patienceMs: 60_000 });
    const leave = await slots.enter('a');
    const [second, third] = [slots.enter('b'), slots.enter('c')];
    leave();
    leave();
    const leaveSecond = await second;
    expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits');
    leaveSecond();
    await third;
  });

  it('rejects a request that has waited too long, and keeps no slot for it', async () => {
    const slots = new ExportSlots({ atOnce: 1, patienceMs: 5 });
    const leave = await slots.enter('a');
    expect(await reasonOf(slots.enter('b'))).toEqual(['export_busy', 5]);
    leave();
    expect(await reasonOf(slots.enter('b'))).toBe('in');
  });
});
