// What a span says holds for the spans under it: session, user, agent, environment, release, and tags. The
// nearest ancestor that has a value gives it. A span whose ancestors are not all known takes what is missing from
// the root, if the run has exactly one. A value of its own is never replaced.
import { INHERITED, type Lineage } from '#records/record';
import { isOwnTag } from '#semconv';

/** A span of a run, with what it says itself. */
export interface LineageSpan {
  /** '' for a record that is no span. */
  spanId: string;
  /** '' for a root. */
  parentSpanId: string;
  /** In the order of INHERITED; '' if it does not say. */
  own: readonly string[];
  ownTags: Readonly<Record<string, string>>;
  /** Undefined for a record that gives and never takes. */
  takes: Pick<Lineage, 'takesTags'> | undefined;
}

/** What holds for a span that takes something. */
export interface Taken extends Lineage {
  /** In the order of INHERITED. */
  values: readonly string[];
  tags: Readonly<Record<string, string>>;
  /** Tags of spans above it that had no room. */
  leftOut: number;
}

interface Context {
  /** Whether it begins at a root. */
  isWhole: boolean;
  values: readonly string[];
  tags: Readonly<Record<string, string>>;
}

export const MOST_TAGS = 50;

/** A tag that says which process sent a span, not what the run is about. */
const SERVICE_TAG = 'service.name';

const NOTHING: Context = { isWhole: true, values: INHERITED.map(() => ''), tags: {} };
const UNKNOWN: Context = { ...NOTHING, isWhole: false };

/** For each span in its place; undefined for records that take nothing. The first of two spans with one id counts. */
export function inherit(spans: readonly LineageSpan[]): (Taken | undefined)[] {
  const bySpanId = new Map<string, LineageSpan>();
  for (const span of spans)
    if (span.spanId !== '' && !bySpanId.has(span.spanId)) bySpanId.set(span.spanId, span);
  const contexts = new Contexts(bySpanId);
  return spans.map((span) => (span.takes ? takenBy(span, span.takes, contexts.above(span)) : undefined));
}

/** What holds for the spans under each span, worked out once. */
class Contexts {
  readonly #bySpanId: ReadonlyMap<string, LineageSpan>;
  readonly #root: LineageSpan | undefined;
  readonly #known = new Map<LineageSpan, Context>();

  constructor(bySpanId: ReadonlyMap<string, LineageSpan>) {
    this.#bySpanId = bySpanId;
    const roots = bySpanId.values().filter(({ parentSpanId }) => parentSpanId === '');
    const [root, another] = [roots.next().value, roots.next().value];
    this.#root = another === undefined ? root : undefined;
  }

  /** What the ancestors of a span say. */
  above(span: LineageSpan): Context {
    const parent = this.#parentOf(span);
    if (parent === undefined) return span.parentSpanId === '' ? NOTHING : UNKNOWN;
    const context = this.#of(parent);
    // The root stands in for a parent that is not there.
    return parent.spanId === span.parentSpanId || !context.isWhole ? context : { ...context, isWhole: false };
  }

  #parentOf(span: LineageSpan): LineageSpan | undefined {
    if (span.parentSpanId === '') return undefined;
    const parent = this.#bySpanId.get(span.parentSpanId) ?? this.#root;
    return parent === span ? undefined : parent;
  }

  /** Without recursion: a run may be a chain of thirty thousand spans. */
  #of(span: LineageSpan): Context {
    const chain: LineageSpan[] = [];
    const inChain = new Set<LineageSpan>();
    let above: Context = NOTHING;
    for (let at: LineageSpan | undefined = span; at; at = this.#parentOf(at)) {
      const known = this.#known.get(at);
      // Spans that name each other as parents have no root, so the circle is cut.
      if (known || inChain.has(at)) {
        above = known ?? UNKNOWN;
        break;
      }
      inChain.add(at);
      chain.push(at);
    }
    for (const each of chain.toReversed()) {
      const isThere = each.parentSpanId === '' || this.#bySpanId.has(each.parentSpanId);
      above = joined(each, isThere ? above : { ...above, isWhole: false });
      this.#known.set(each, above);
    }
    return above;
  }
}

/** The context of a span's children. It is the one above where the span says nothing of its own. */
function joined({ own, ownTags }: LineageSpan, above: Context): Context {
  const says = own.some((value) => value !== '');
  const given = Object.entries(ownTags).filter(([key]) => isGiven(key));
  if (!says && given.length === 0) return above;
  return {
    isWhole: above.isWhole,
    values: says ? own.map((value, at) => value || (above.values[at] ?? '')) : above.values,
    tags: given.length === 0 ? above.tags : nearestFirst(given, above.tags),
  };
}

/** The order decides which tags a span takes that has little room. */
function nearestFirst(
  given: readonly [string, string][],
  above: Readonly<Record<string, string>>,
): Record<string, string> {
  const nearest = new Map(given);
  for (const [key, value] of Object.entries(above)) if (!nearest.has(key)) nearest.set(key, value);
  return Object.fromEntries(nearest);
}

const isGiven = (key: string): boolean => key !== SERVICE_TAG && !isOwnTag(key);

function takenBy(span: LineageSpan, { takesTags }: Pick<Lineage, 'takesTags'>, above: Context): Taken {
  let inherited = 0;
  const values = span.own.map((value, at) => {
    const given = above.values[at] ?? '';
    if (value !== '' || given === '') return value;
    inherited |= 1 << at;
    return given;
  });
  const missing = takesTags ? Object.keys(above.tags).filter((key) => !Object.hasOwn(span.ownTags, key)) : [];
  const room = Math.max(0, MOST_TAGS - Object.keys(span.ownTags).length);
  const inheritedTags = missing.slice(0, room);
  const tags =
    inheritedTags.length === 0
      ? span.ownTags
      : { ...span.ownTags, ...Object.fromEntries(inheritedTags.map((key) => [key, above.tags[key] ?? ''])) };
  return {
    takesTags,
    inherited,
    inheritedTags,
    values,
    tags,
    leftOut: missing.length - inheritedTags.length,
    ...(above.isWhole ? { isComplete: true } : {}),
  };
}
