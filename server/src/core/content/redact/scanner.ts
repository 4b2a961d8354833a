import type { Detector, RedactionKind, TextRange } from './detector.ts';

export interface Find extends TextRange {
  kind: RedactionKind;
}

const MANY = 128;
/** More than any hint reads before or after its anchor. */
const REACH = 128;

/** How far a text has been scanned. */
export interface Scan {
  /** In the order of the text, without overlaps. */
  finds: Find[];
  at: number;
}

export type ScanTo = (text: string, label: string, scan: Scan, end: number) => void;

/**
 * One pass for several detectors. Their hints form one pattern, and at each anchor the detectors that it may
 * belong to are tried in order. There should be at most about sixteen different anchors: with more, the
 * engine no longer skips ahead, and the pass takes four times as long.
 */
export function scanner(detectors: readonly Detector[]): ScanTo {
  const hints = new RegExp([...new Set(detectors.map((detector) => detector.hint))].join('|'), 'g');
  const byAnchor: (readonly Detector[])[] = Array.from({ length: MANY }, (_none, code) =>
    detectors.filter((detector) => detector.anchors.includes(String.fromCharCode(code))),
  );

  /**
   * Continues to `end`. Several steps find the same as one: hints see the surroundings of a step, and matches
   * may reach beyond it.
   */
  return (text, label, scan, end) => {
    const { finds } = scan;
    const offset = Math.max(0, scan.at - REACH);
    const part = offset === 0 && end >= text.length ? text : text.slice(offset, end + REACH);
    let last = finds.at(-1);
    hints.lastIndex = scan.at - offset;
    while (hints.test(part)) {
      const at = offset + hints.lastIndex - 1;
      if (at >= end) break;
      const find = findAt(text, at, label, byAnchor[text.charCodeAt(at)] ?? []);
      if (!find) continue;
      if (last && find.start < last.end) {
        last.end = Math.max(last.end, find.end);
      } else {
        finds.push(find);
        last = find;
      }
      hints.lastIndex = Math.max(at + 1, last.end) - offset;
    }
    scan.at = Math.max(end, last?.end ?? 0);
  };
}

function findAt(text: string, at: number, label: string, detectors: readonly Detector[]): Find | null {
  for (const detector of detectors) {
    const span = detector.bounds(text, at, label);
    if (span) return { kind: detector.kind, start: span.start, end: span.end };
  }
  return null;
}
