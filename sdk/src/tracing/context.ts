// What a span inherits from the code around it: its parent, and the session, user and tags of `with`. All of
// it is in the context of OpenTelemetry, which an existing set-up shares.
import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Attributes,
  type Context,
  type ContextManager,
} from '@opentelemetry/api';
import { newAsyncStorage } from './runtime.ts';

/** The prompt of the registry that a call was made with. */
export interface LinkedPrompt {
  id?: number;
  name: string;
  version?: string;
  label?: string;
}

export interface TraceScope {
  /** A conversation. */
  session?: string | undefined;
  user?: string | undefined;
  agent?: string | undefined;
  tags?: Readonly<Record<string, string | number | boolean>> | undefined;
  prompt?: LinkedPrompt | undefined;
  /** The check of the gate that allowed the step; the call then settles its hold. */
  gateCheckId?: string | undefined;
  /** Traces that begin inside are recorded, whatever the share. */
  sampled?: true;
}

const ATTRIBUTES = createContextKey('tracewell.attributes');
const SAMPLED = createContextKey('tracewell.sampled');
const PROBE = createContextKey('tracewell.probe');
/** The key that OpenTelemetry's own instrumentations look for. */
const SUPPRESSED = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

const NOTHING: Attributes = {};

function scopeAttributes({ session, user, agent, tags, prompt, gateCheckId }: TraceScope): Attributes {
  const attributes: Attributes = {};
  const add = (key: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') attributes[key] = value;
  };
  add('gen_ai.conversation.id', session);
  add('session.id', session);
  add('user.id', user);
  add('gen_ai.agent.name', agent);
  for (const [key, value] of Object.entries(tags ?? {})) attributes[`tracewell.tag.${key}`] = String(value);
  add('tracewell.prompt.id', prompt?.id);
  add('tracewell.prompt.name', prompt?.name);
  add('tracewell.prompt.version', prompt?.version);
  add('tracewell.prompt.label', prompt?.label);
  add('tracewell.gate_check_id', gateCheckId);
  return attributes;
}

/** An inner scope adds to an outer one. */
export function withScope(outer: Context, scope: TraceScope): Context {
  const inner = outer.setValue(ATTRIBUTES, { ...inheritedAttributes(outer), ...scopeAttributes(scope) });
  return scope.sampled === true ? inner.setValue(SAMPLED, true) : inner;
}

export const isAlwaysSampled = (from: Context): boolean => from.getValue(SAMPLED) === true;

export const inheritedAttributes = (from: Context): Attributes =>
  (from.getValue(ATTRIBUTES) as Attributes | undefined) ?? NOTHING;

/** Runs a request of the SDK itself, which no instrumentation must trace. */
export const untraced = <T>(fn: () => T): T => context.with(context.active().setValue(SUPPRESSED, true), fn);

/** An existing set-up brings its own manager. Without one, a context would be forgotten at once. */
export function ensureContextManager(): void {
  const probe = context.active().setValue(PROBE, true);
  if (context.with(probe, () => context.active().getValue(PROBE) === true)) return;
  context.setGlobalContextManager(newContextManager());
}

function newContextManager(): ContextManager {
  const storage = newAsyncStorage<Context>();
  let current = ROOT_CONTEXT;
  const run = <R>(to: Context, fn: () => R): R => {
    if (storage) return storage.run(to, fn);
    const before = current;
    current = to;
    try {
      return fn();
    } finally {
      current = before;
    }
  };
  const manager: ContextManager = {
    active: () => storage?.getStore() ?? current,
    with: (to, fn, thisArg, ...args) => run(to, () => fn.apply(thisArg, args)),
    bind: (to, target) => {
      if (typeof target !== 'function') return target;
      const bound = function (this: unknown, ...args: unknown[]): unknown {
        return run(to, () => target.apply(this, args));
      };
      return bound as typeof target;
    },
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
