// The clients of OpenAI and Anthropic come from the same generator. Their methods return a promise that reads
// the body only when someone asks for it, and a stream that can be read once. Both stay the objects that they
// are; only the functions with which they read are replaced, so that every helper on top keeps working.
import { context } from '@opentelemetry/api';
import { currentInstrument, safely } from '../tracing/instrument.ts';
import {
  isGivenFields,
  startCall,
  watchedParts,
  type Answer,
  type ModelCall,
  type Request,
  type StreamReader,
} from './model-call.ts';

type Method = (this: unknown, ...args: unknown[]) => unknown;

interface Watched {
  request: () => Request;
  answer: (value: unknown) => Answer;
  reader: () => StreamReader;
  /** The arguments to use, if they differ from those of the program. */
  args?: () => unknown[];
}

const WRAPPED = Symbol.for('tracewell.sdk.wrapped');

/** Replaces a method of one object. A second time changes nothing. */
export function replaceMethod(owner: unknown, name: string, replace: (original: Method) => Method): void {
  if (!isGivenFields(owner)) return;
  const original = owner[name] as (Method & { [WRAPPED]?: true }) | undefined;
  if (typeof original !== 'function' || original[WRAPPED] === true) return;
  const replaced = Object.assign(replace(original), { [WRAPPED]: true });
  Object.defineProperty(owner, name, { value: replaced, configurable: true, writable: true });
}

export function watchMethod(owner: unknown, name: string, watch: (args: unknown[]) => Watched): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args) {
        const watched = safely(currentInstrument(), () => watch(args));
        const call = watched === undefined ? undefined : startCall(watched.request);
        if (watched === undefined || call === undefined) return original.apply(this, args);
        const used = safely(currentInstrument(), () => watched.args?.()) ?? args;
        let result: unknown;
        try {
          result = context.with(call.inside, () => original.apply(this, used));
        } catch (error) {
          call.failed(error);
          throw error;
        }
        return safely(currentInstrument(), () => watchPromise(result, call, watched)) ?? result;
      },
  );
}

type Transform = (value: unknown, props: unknown) => unknown;

interface ApiPromise {
  responsePromise: Promise<unknown>;
  parseResponse: (...args: unknown[]) => unknown;
  asResponse: () => Promise<unknown>;
  /** Makes another promise of the same response, with which helpers parse the answer further. */
  _thenUnwrap?: (transform: Transform) => unknown;
}

const isApiPromise = (value: unknown): value is ApiPromise =>
  value instanceof Promise &&
  (value as Partial<ApiPromise>).responsePromise instanceof Promise &&
  typeof (value as Partial<ApiPromise>).parseResponse === 'function' &&
  typeof (value as Partial<ApiPromise>).asResponse === 'function';

function watchPromise(result: unknown, call: ModelCall, watched: Watched): unknown {
  if (isApiPromise(result)) {
    // A request that fails has no body to read.
    void result.responsePromise.catch((error: unknown) => call.failed(error));
    let isSeen = false;
    watchApiPromise(result, call, (value) => {
      if (isSeen) return value;
      isSeen = true;
      return watchValue(value, call, watched);
    });
    return result;
  }
  if (!(result instanceof Promise)) return undefined;
  return result.then(
    (value: unknown) => watchValue(value, call, watched),
    (error: unknown) => {
      call.failed(error);
      throw error;
    },
  );
}

/** `see` gets the answer as the client read it, before a helper changes it. */
function watchApiPromise(promise: ApiPromise, call: ModelCall, see: (value: unknown) => unknown): void {
  const { parseResponse, asResponse, _thenUnwrap: thenUnwrap } = promise;
  let isRead = false;
  promise.parseResponse = async (...args) => {
    isRead = true;
    try {
      return see(await parseResponse.apply(promise, args));
    } catch (error) {
      call.failed(error);
      throw error;
    }
  };
  // Some releases read the response again in here, past `parseResponse`.
  if (typeof thenUnwrap === 'function') {
    promise._thenUnwrap = (transform) => {
      isRead = true;
      const next = thenUnwrap.call(promise, (value, props) => transform(see(value), props));
      if (isApiPromise(next)) watchApiPromise(next, call, see);
      return next;
    };
  }
  // The program reads the body itself.
  promise.asResponse = async () => {
    const response = await asResponse.call(promise);
    if (!isRead) call.done(() => ({}));
    return response;
  };
}

interface ApiStream {
  iterator: () => AsyncIterator<unknown>;
  controller?: { signal?: AbortSignal };
}

const isApiStream = (value: unknown): value is ApiStream =>
  isGivenFields(value) && Symbol.asyncIterator in value && typeof value['iterator'] === 'function';

function watchValue(value: unknown, call: ModelCall, watched: Watched): unknown {
  if (!isApiStream(value)) {
    call.done(() => watched.answer(value));
    return value;
  }
  const reader = watched.reader();
  const { iterator } = value;
  let isRead = false;
  value.iterator = () => {
    // The client reports what is wrong with a second reader.
    if (isRead) return iterator.call(value);
    isRead = true;
    return watchedParts(iterator.call(value), call, reader);
  };
  // Also for a stream that is never read.
  const leave = (): void => call.left(() => reader.answer());
  value.controller?.signal?.addEventListener('abort', leave, { once: true });
  return value;
}

/** The host of a base address. */
export function hostOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).hostname : undefined;
}
