// QuickJS in WebAssembly, with its own memory. Code gets a new runtime for every call, with limits of time,
// memory and stack, and nothing of this process: no functions, no modules, no clock.
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { PRELUDE } from './prelude.ts';

const MEMORY_BYTES = 32 * 1_048_576;
const STACK_BYTES = 512 * 1_024;
const PAGE_BYTES = 65_536;
/** The initial memory of the module: its stack, its data, and a first heap. */
const FIRST_PAGES = (16 * 1_048_576) / PAGE_BYTES;
/** A second limit, below that of QuickJS itself: the memory of the module cannot grow beyond it. */
const MAX_PAGES = FIRST_PAGES + (2 * MEMORY_BYTES) / PAGE_BYTES;
/** The part of its time that a thread must have run before code counts as slow. */
const SHARE = 1 / 4;

let engine: QuickJSWASMModule | null = null;

/** Resolves at once if the engine is loaded. A new engine is made after code that may have broken it. */
export async function loadCodeEngine(): Promise<void> {
  if (engine) return;
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, built] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-wasmfile-release-sync'),
  ]);
  // The package's types describe its CommonJS form.
  const variant = built.default as unknown as QuickJSSyncVariant;
  const { Memory } = (globalThis as unknown as { WebAssembly: WasmMemories }).WebAssembly;
  const wasmMemory = new Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
  engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory, emscriptenModule: SILENT }),
  );
}

/** Otherwise a failing engine would write to the service's log, as often as the code causes it. */
const SILENT: object = { print: () => undefined, printErr: () => undefined };

/** The types of Node do not have it. */
interface WasmMemories {
  Memory: new (pages: { initial: number; maximum: number }) => object;
}

/** The time is up. */
export class CodeTimeout extends Error {}

/** The code needed more memory than it may have, or broke the engine. */
export class CodeTooLarge extends Error {}

/** An answer of the prelude: plain values only. */
interface CodeAnswer {
  kind: string;
  value: number | string | boolean | null;
  reason: string;
}

export interface CodeFault {
  name: string;
  message: string;
  stack: string;
}

type Answered = { fault: CodeFault } | { answer: CodeAnswer };

export const CODE_FILE = 'code.js';
const FOUND = 'typeof score === "undefined" ? undefined : score';
const LABELS = 'typeof labels === "undefined" ? undefined : labels';
const GLOBAL = { type: 'global' } as const;

interface CodeLimits {
  /** Wall-clock time; on a busy machine the code continues until it has used a quarter of it as CPU time. */
  taskMs: number;
  /** The current time, as the code sees it. */
  nowMs: number;
}

/** The code in a runtime of its own, until `close`. Everything it does counts against one time limit. */
export class CodeRun {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #handles: QuickJSHandle[] = [];
  readonly #prelude: QuickJSHandle;
  readonly #limits: CodeLimits;
  readonly #startMs = performance.now();
  readonly #startCpu = process.threadCpuUsage();
  #isLate = false;

  constructor(limits: CodeLimits) {
    if (!engine) throw new Error('The code engine is not loaded.');
    this.#limits = limits;
    this.#runtime = engine.newRuntime({
      memoryLimitBytes: MEMORY_BYTES,
      maxStackSizeBytes: STACK_BYTES,
      interruptHandler: () => this.#isOver(),
    });
    this.#context = this.#runtime.newContext();
    const make = this.#eval(PRELUDE, 'prelude.js');
    this.#prelude = this.#call(make, [this.#keep(this.#context.newNumber(limits.nowMs))]);
  }

  /** Runs the source; null if it succeeded. */
  load(source: string): CodeFault | null {
    const result = this.#context.evalCode(source, CODE_FILE, GLOBAL);
    if (result.error) {
      const fault = this.#faultOf(this.#keep(result.error));
      return fault;
    }
    result.value.dispose();
    return null;
  }

  inspect(): Answered {
    return this.#asked('inspect', [this.#eval(FOUND, 'score.js'), this.#eval(LABELS, 'labels.js')]);
  }

  score(json: string): Answered {
    return this.#asked('run', [this.#eval(FOUND, 'score.js'), this.#keep(this.#context.newString(json))]);
  }

  /** An engine that cannot be cleaned up is discarded. */
  close(): void {
    try {
      for (const handle of this.#handles.reverse()) handle.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
    } catch {
      engine = null;
    }
  }

  #asked(name: 'run' | 'inspect', args: QuickJSHandle[]): Answered {
    return this.#read(this.#call(this.#keep(this.#context.getProp(this.#prelude, name)), args));
  }

  /** The members are plain values that the prelude made, so no code runs here. */
  #read(answer: QuickJSHandle): Answered {
    const kind = this.#text(answer, 'kind');
    if (kind === 'fault')
      return {
        fault: {
          name: this.#text(answer, 'name'),
          message: this.#text(answer, 'message'),
          stack: this.#text(answer, 'stack'),
        },
      };
    const value = this.#keep(this.#context.getProp(answer, 'value'));
    const reason = kind === 'labels' ? '' : this.#text(answer, 'reason');
    switch (this.#context.typeof(value)) {
      case 'number':
        return { answer: { kind, value: this.#context.getNumber(value), reason } };
      case 'boolean':
        return { answer: { kind, value: this.#context.getNumber(value) === 1, reason } };
      case 'string':
        return { answer: { kind, value: this.#context.getString(value), reason } };
      default:
        return { answer: { kind, value: null, reason } };
    }
  }

  #faultOf(error: QuickJSHandle): CodeFault {
    this.#requireTime();
    const read = this.#read(this.#call(this.#keep(this.#context.getProp(this.#prelude, 'fault')), [error]));
    if ('fault' in read) return read.fault;
    throw new CodeTooLarge();
  }

  #text(of: QuickJSHandle, name: string): string {
    const value = this.#keep(this.#context.getProp(of, name));
    return this.#context.typeof(value) === 'string' ? this.#context.getString(value) : '';
  }

  #eval(source: string, file: string): QuickJSHandle {
    return this.#value(this.#context.evalCode(source, file, GLOBAL));
  }

  #call(callee: QuickJSHandle, args: QuickJSHandle[]): QuickJSHandle {
    return this.#value(this.#context.callFunction(callee, this.#context.undefined, args));
  }

  /** The prelude catches what code throws. What it cannot catch is an interrupt, or a lack of memory. */
  #value(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (!result.error) {
      this.#requireTime();
      return this.#keep(result.value);
    }
    this.#keep(result.error);
    this.#requireTime();
    throw new CodeTooLarge();
  }

  #keep(handle: QuickJSHandle): QuickJSHandle {
    this.#handles.push(handle);
    return handle;
  }

  #isOver(): boolean {
    if (this.#isLate) return true;
    const { taskMs } = this.#limits;
    if (performance.now() - this.#startMs < taskMs * 0.9) return false;
    const { user, system } = process.threadCpuUsage(this.#startCpu);
    this.#isLate = (user + system) / 1_000 >= taskMs * SHARE;
    return this.#isLate;
  }

  #requireTime(): void {
    if (this.#isLate) throw new CodeTimeout();
  }
}
