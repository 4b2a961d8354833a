import { describe, expect, it } from 'vitest';
import { DEGRADATIONS, type AnsweredCall } from './degrade.ts';
import { planProbes, type AskedProbe } from './plan-probes.ts';

const SUBJECTS = ['cats', 'ships', 'taxes', 'volcanoes', 'bread', 'bicycles', 'glaciers', 'violins'];

/** Each can be degraded in all six ways. */
const calls: AnsweredCall[] = SUBJECTS.map((subject, at) => ({
  callId: `call-${at}`,
  input: `${subject}?`,
  output: `${subject} ${at} is ${SUBJECTS[(at + 3) % 8]}x${at}, was y${at} and z${at}; w${at} q${at} will v${at}.`,
}));

const kindsOf = (planned: readonly { kind: string }[]) =>
  DEGRADATIONS.map((kind) => planned.filter((probe) => probe.kind === kind).length);
const asked = (planned: ReturnType<typeof planProbes>): AskedProbe[] =>
  planned.map(({ kind, call }) => ({ kind, callId: call.callId }));

describe('a plan', () => {
  it('takes the kinds in turn, and uses every call before repeating one', () => {
    const planned = planProbes(calls, 12, [], []);
    expect(planned.slice(0, 6).map(({ kind }) => kind)).toEqual(DEGRADATIONS);
    expect(kindsOf(planned)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(new Set(planned.slice(0, 8).map(({ call }) => call.callId)).size).toBe(8);
  });

  it('continues where it stopped', () => {
    const first = planProbes(calls, 4, [], []);
    const rest = planProbes(calls, 8, asked(first), []);
    expect(kindsOf([...first, ...rest])).toEqual([2, 2, 2, 2, 2, 2]);
    expect(rest[0]?.kind).toBe('emptied');
  });

  it('prefers the calls used least in previous weeks', () => {
    const before = asked(planProbes(calls, 4, [], []));
    const next = asked(planProbes(calls, 4, [], before));
    expect(new Set([...before, ...next].map(({ callId }) => callId)).size).toBe(8);
  });

  it('repeats no probe and ends when none is left', () => {
    const before = asked(planProbes(calls, 40, [], []));
    const next = planProbes(calls, 12, [], before);
    const keys = [...before, ...asked(next)].map(({ kind, callId }) => `${kind} ${callId}`);
    expect([next.length, new Set(keys).size]).toEqual([8, 48]);
    expect(planProbes(calls, 12, [], [...before, ...asked(next)])).toEqual([]);
  });

  it('makes the most of few calls', () => {
    const [only] = calls;
    if (!only) throw new Error('no call');
    expect(kindsOf(planProbes([only], 12, [], []))).toEqual([1, 1, 0, 1, 1, 1]);
    const short = { callId: 'short', input: 'Capital?', output: 'Paris' };
    expect(kindsOf(planProbes([short], 12, [], []))).toEqual([0, 0, 0, 0, 1, 1]);
    expect(planProbes([], 12, [], [])).toEqual([]);
  });
});
