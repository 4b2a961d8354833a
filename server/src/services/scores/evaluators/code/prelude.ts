// JavaScript that runs in the engine before the code of a criterion, in the same realm. It keeps the built-in
// functions that it needs, because the code can replace all of them afterwards.

/** A function of the time of the call. It returns the functions of `Prelude`. */
export const PRELUDE = `(now) => {
  'use strict';
  const { apply, construct } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { keys, defineProperty } = Object;
  const { toString } = Object.prototype;
  const { slice } = String.prototype;
  const { imul } = Math;

  // The clock stands still, at the time of the call, in UTC.
  const Real = Date;
  const days = Real.prototype;
  const Fixed = function Date(...given) {
    if (new.target === undefined) return construct(Real, [now]).toUTCString();
    const parts = given.length === 0 ? [now] : given.length === 1 ? given : [apply(Real.UTC, Real, given)];
    return construct(Real, parts, new.target);
  };
  const set = (of, name, value) =>
    defineProperty(of, name, { value, writable: true, configurable: true, enumerable: false });
  defineProperty(Fixed, 'prototype', { value: days, writable: false });
  set(days, 'constructor', Fixed);
  set(Fixed, 'now', () => now);
  set(Fixed, 'parse', Real.parse);
  set(Fixed, 'UTC', Real.UTC);
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    set(days, 'get' + part, days['getUTC' + part]);
    if (part !== 'Day') set(days, 'set' + part, days['setUTC' + part]);
  }
  set(days, 'getTimezoneOffset', () => 0);
  set(days, 'toString', days.toUTCString);
  set(globalThis, 'Date', Fixed);

  // The same numbers each time (mulberry32).
  let seed = 1;
  set(Math, 'random', () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  });

  const cut = (text, most) => (text.length > most ? apply(slice, text, [0, most]) : text);
  const textOf = (value, most) => (typeof value === 'string' ? cut(value, most) : '');

  /** Describes a thrown value. Each member is read once, because it may be a getter. */
  const fault = (error) => {
    let [name, message, stack] = ['', '', ''];
    try {
      if (typeof error === 'object' && error !== null) {
        name = textOf(error.name, 100);
        message = textOf(error.message, 300);
        stack = textOf(error.stack, 2000);
      } else if (typeof error !== 'symbol') message = cut('' + error, 300);
    } catch {}
    return { __proto__: null, kind: 'fault', name, message, stack };
  };

  /** Notes whether an expected output that is missing was looked for. */
  const watched = (call) => {
    let isRead = false;
    const name = 'expectedOutput';
    const shown = { __proto__: null, configurable: true, enumerable: true };
    if (call[name] === null)
      defineProperty(call, name, {
        ...shown,
        __proto__: null,
        get: () => {
          isRead = true;
          return null;
        },
        set: (value) => {
          defineProperty(call, name, { ...shown, __proto__: null, value, writable: true });
        },
      });
    return () => isRead;
  };

  const result = (given) => {
    let [value, reason] = [given, ''];
    if (typeof given === 'object' && given !== null) {
      if (typeof given.then === 'function') return { __proto__: null, kind: 'promise' };
      value = given.score;
      if (value === undefined) value = given.label;
      if (value === undefined) return { __proto__: null, kind: 'object' };
      reason = textOf(given.reason, 1001);
    }
    if (value === null || value === undefined) return { __proto__: null, kind: 'nothing' };
    const kind = typeof value;
    if (kind === 'number' || kind === 'boolean') return { __proto__: null, kind, value, reason };
    if (kind === 'string') return { __proto__: null, kind, value: cut(value, 100), reason };
    return { __proto__: null, kind: 'object' };
  };

  /** JSON of pairs: the label, and its score or null. */
  const labelPairs = (labels) => {
    if (typeof labels !== 'object' || labels === null) return '[]';
    const names = isArray(labels) ? labels : keys(labels);
    const pairs = [];
    for (let at = 0; at < names.length && at <= 20; at += 1)
      set(pairs, at, [textOf(names[at], 100), isArray(labels) ? null : labels[names[at]]]);
    return stringify(pairs);
  };

  return {
    __proto__: null,
    fault,
    run: (score, json) => {
      try {
        const call = parse(json);
        const wasRead = watched(call);
        const found = result(score(call));
        return found.kind === 'nothing' && wasRead() ? { __proto__: null, kind: 'no_expected_output' } : found;
      } catch (error) {
        return fault(error);
      }
    },
    inspect: (score, labels) => {
      try {
        if (typeof score !== 'function') return { __proto__: null, kind: 'missing' };
        if (apply(toString, score, []) !== '[object Function]') return { __proto__: null, kind: 'async' };
        return { __proto__: null, kind: 'labels', value: labelPairs(labels) };
      } catch (error) {
        return fault(error);
      }
    },
  };
}`;
