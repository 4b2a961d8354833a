// Assembles WebAssembly from its text format when a module is loaded, because the project has no build step
// and a committed binary could not be reviewed. It supports only what our own modules use: folded
// instructions, names for locals, functions and labels, one memory. Anything else throws.

type Node = string | Node[];

const VALUE_TYPES: Readonly<Record<string, number>> = { i32: 0x7f, i64: 0x7e, v128: 0x7b };

/** Instructions whose operands are all on the stack. */
const PLAIN: Readonly<Record<string, readonly number[]>> = {
  return: [0x0f],
  'memory.fill': [0xfc, 11, 0],
  'i32.eqz': [0x45],
  'i32.eq': [0x46],
  'i32.ne': [0x47],
  'i32.lt_s': [0x48],
  'i32.lt_u': [0x49],
  'i32.gt_s': [0x4a],
  'i32.gt_u': [0x4b],
  'i32.le_s': [0x4c],
  'i32.le_u': [0x4d],
  'i32.ge_u': [0x4f],
  'i64.eqz': [0x50],
  'i32.ctz': [0x68],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32.and': [0x71],
  'i32.or': [0x72],
  'i32.xor': [0x73],
  'i32.shl': [0x74],
  'i32.shr_u': [0x76],
  'i64.ctz': [0x7a],
  'i64.add': [0x7c],
  'i64.sub': [0x7d],
  'i64.mul': [0x7e],
  'i64.and': [0x83],
  'i64.or': [0x84],
  'i64.xor': [0x85],
  'i64.shl': [0x86],
  'i64.shr_u': [0x88],
  'i32.wrap_i64': [0xa7],
  'i64.extend_i32_u': [0xad],
  'i8x16.splat': [0xfd, 0x0f],
  'i32x4.splat': [0xfd, 0x11],
  'i8x16.eq': [0xfd, 0x23],
  'i8x16.lt_u': [0xfd, 0x26],
  'v128.and': [0xfd, 0x4e],
  'v128.or': [0xfd, 0x50],
  'v128.xor': [0xfd, 0x51],
  'v128.any_true': [0xfd, 0x53],
  'i8x16.bitmask': [0xfd, 0x64],
  'i8x16.sub': [0xfd, 0x71],
};

/** Instructions that take an offset. None of ours specifies an alignment. */
const MEMORY: Readonly<Record<string, readonly number[]>> = {
  'i32.load': [0x28],
  'i64.load': [0x29],
  'i32.load8_u': [0x2d],
  'i32.store': [0x36],
  'i64.store': [0x37],
  'i32.store8': [0x3a],
  'i32.store16': [0x3b],
  'v128.load': [0xfd, 0x00],
  'v128.store': [0xfd, 0x0b],
};

/** Instructions that name a lane. */
const LANES: Readonly<Record<string, readonly number[]>> = {
  'i32x4.replace_lane': [0xfd, 0x1c],
  'i64x2.extract_lane': [0xfd, 0x1d],
};

const LOCALS: Readonly<Record<string, number>> = { 'local.get': 0x20, 'local.set': 0x21, 'local.tee': 0x22 };
const GLOBALS: Readonly<Record<string, number>> = { 'global.get': 0x23, 'global.set': 0x24 };
const BRANCHES: Readonly<Record<string, number>> = { br: 0x0c, br_if: 0x0d };
const BLOCKS: Readonly<Record<string, number>> = { block: 0x02, loop: 0x03 };

const IF = 0x04;
const ELSE = 0x05;
const END = 0x0b;
const CALL = 0x10;
const I32_CONST = 0x41;
const I64_CONST = 0x42;
const NO_RESULT = 0x40;
const FUNCTION_TYPE = 0x60;
const MUTABLE = 1;
const KINDS = { func: 0, memory: 2 } as const;
const SECTIONS = { types: 1, imports: 2, functions: 3, memory: 5, globals: 6, exports: 7, code: 10 } as const;
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const wrong = (what: string): never => {
  throw new SyntaxError(`wasm text: ${what}`);
};

function parse(source: string): Node[] {
  const open: Node[][] = [[]];
  for (const [token] of source.replaceAll(/;;[^\n]*/g, '').matchAll(/"[^"]*"|[()]|[^\s()]+/g)) {
    const list = open.at(-1) ?? wrong('a ) too many');
    if (token === '(') {
      const inner: Node[] = [];
      list.push(inner);
      open.push(inner);
    } else if (token === ')') open.pop();
    else list.push(token);
  }
  return open.length === 1 ? (open[0] ?? []) : wrong('a ) is missing');
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest >> 6n === 0n || rest >> 6n === -1n) return [...bytes, low];
    bytes.push(low | 128);
  }
}

const joined = (...pieces: (readonly number[])[]): number[] => pieces.flat();
const vector = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, items: readonly (readonly number[])[]): number[] =>
  items.length === 0 ? [] : [id, ...sized(vector(items))];
const text = (node: Node | undefined): string =>
  typeof node === 'string' ? node : wrong('a word was expected');
const list = (node: Node | undefined): Node[] => (Array.isArray(node) ? node : wrong('a list was expected'));
const named = (node: Node): number[] => sized([...Buffer.from(text(node).slice(1, -1))]);
const valueType = (node: Node | undefined): number => VALUE_TYPES[text(node)] ?? wrong(`type ${text(node)}`);
const parts = (items: readonly Node[], head: string): Node[][] =>
  items.filter((item): item is Node[] => Array.isArray(item) && item[0] === head);

class Names {
  readonly #places = new Map<string, number>();

  add(name: Node | undefined): number {
    this.#places.set(text(name), this.#places.size);
    return this.#places.size - 1;
  }

  of(name: Node | undefined): number[] {
    return unsigned(this.#places.get(text(name)) ?? wrong(`nothing is called ${text(name)}`));
  }
}

interface Scope {
  functions: Names;
  globals: Names;
  locals: Names;
  /** Innermost last. */
  labels: string[];
}

const constant = (type: Node | undefined, value: Node | undefined): number[] => [
  type === 'i64' ? I64_CONST : I32_CONST,
  ...signed(BigInt.asIntN(type === 'i64' ? 64 : 32, BigInt(text(value)))),
];

function instruction(node: Node, scope: Scope): number[] {
  const [head, ...rest] = list(node);
  const name = text(head);
  const all = (nodes: readonly Node[]): number[] => nodes.flatMap((inner) => instruction(inner, scope));
  const [first, ...others] = rest;
  if (PLAIN[name]) return [...all(rest), ...PLAIN[name]];
  if (name in LOCALS) return [...all(others), LOCALS[name] ?? 0, ...scope.locals.of(first)];
  if (name in GLOBALS) return [...all(others), GLOBALS[name] ?? 0, ...scope.globals.of(first)];
  if (name === 'i32.const' || name === 'i64.const') return constant(name.slice(0, 3), first);
  if (name === 'call') return [...all(others), CALL, ...scope.functions.of(first)];
  if (MEMORY[name]) {
    const hasOffset = typeof first === 'string';
    const offset = hasOffset ? Number(first.slice('offset='.length)) : 0;
    return [...all(hasOffset ? others : rest), ...MEMORY[name], 0, ...unsigned(offset)];
  }
  if (LANES[name]) return [...all(others), ...LANES[name], Number(first)];
  if (name in BRANCHES) {
    const depth = scope.labels.toReversed().indexOf(text(first));
    if (depth < 0) wrong(`no label ${text(first)}`);
    return [...all(others), BRANCHES[name] ?? 0, depth];
  }
  if (name in BLOCKS) {
    const inner = { ...scope, labels: [...scope.labels, text(first)] };
    return [BLOCKS[name] ?? 0, NO_RESULT, ...others.flatMap((each) => instruction(each, inner)), END];
  }
  if (name === 'if') return condition(rest, scope);
  return wrong(`instruction ${name}`);
}

function condition([test, ...branches]: readonly Node[], scope: Scope): number[] {
  const inner = { ...scope, labels: [...scope.labels, ''] };
  const branch = (head: string): number[] | null =>
    parts(branches, head)[0]
      ?.slice(1)
      .flatMap((each) => instruction(each, inner)) ?? null;
  const otherwise = branch('else');
  return [
    ...instruction(test ?? wrong('an if without a condition'), scope),
    IF,
    NO_RESULT,
    ...(branch('then') ?? wrong('an if without then')),
    ...(otherwise ? [ELSE, ...otherwise] : []),
    END,
  ];
}

/** `(param $a i32)` has one name; without a name, as in imports, there are only types. */
const typesOf = (items: readonly Node[], head: string): number[] =>
  parts(items, head).flatMap(([, ...types]) =>
    types.filter((type) => !text(type).startsWith('$')).map(valueType),
  );

const signature = (items: readonly Node[]): number[] => [
  FUNCTION_TYPE,
  ...sized(typesOf(items, 'param')),
  ...sized(typesOf(items, 'result')),
];

function body(items: readonly Node[], scope: Omit<Scope, 'locals' | 'labels'>): number[] {
  const locals = new Names();
  for (const [, name] of parts(items, 'param')) locals.add(name);
  const own = parts(items, 'local').map(([, name, type]) => {
    locals.add(name);
    return [1, valueType(type)];
  });
  const code = items
    .filter((item) => Array.isArray(item) && !['param', 'result', 'local', 'export'].includes(text(item[0])))
    .flatMap((item) => instruction(item, { ...scope, locals, labels: [] }));
  return sized([...vector(own), ...code, END]);
}

/** One `(module …)`: imports of functions, one memory, globals, functions. */
function assemble(source: string): Uint8Array<ArrayBuffer> {
  const [, ...fields] = list(parse(source)[0]);
  const functions = new Names();
  const globals = new Names();
  const types: number[][] = [];
  const exported: number[][] = [];
  const noteExports = (items: readonly Node[], kind: number, place: number): void => {
    for (const [, name] of parts(items, 'export'))
      exported.push([...named(name ?? ''), kind, ...unsigned(place)]);
  };
  const imports = parts(fields, 'import').map(([, from = '', name = '', what]) => {
    const [, ...items] = list(what);
    functions.add(items[0]);
    types.push(signature(items));
    return joined(named(from), named(name), [KINDS.func], unsigned(types.length - 1));
  });
  const memory = parts(fields, 'memory').map((items) => {
    noteExports(items, KINDS.memory, 0);
    return joined([0], unsigned(Number(items.at(-1))));
  });
  const globalList = parts(fields, 'global').map(([, name, , value]) => {
    globals.add(name);
    const [kind, number] = list(value);
    const type = text(kind).slice(0, 3);
    return joined([valueType(type), MUTABLE], constant(type, number), [END]);
  });
  const written = parts(fields, 'func');
  const declared = written.map(([, name, ...items]) => {
    noteExports(items, KINDS.func, functions.add(name));
    types.push(signature(items));
    return unsigned(types.length - 1);
  });
  const code = written.map(([, , ...items]) => body(items, { functions, globals }));
  return Uint8Array.from([
    ...HEADER,
    ...section(SECTIONS.types, types),
    ...section(SECTIONS.imports, imports),
    ...section(SECTIONS.functions, declared),
    ...section(SECTIONS.memory, memory),
    ...section(SECTIONS.globals, globalList),
    ...section(SECTIONS.exports, exported),
    ...section(SECTIONS.code, code),
  ]);
}

export interface WasmMemory {
  /** A new object after the memory has grown. */
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

type Imports = Readonly<Record<string, (...values: number[]) => void>>;

/** TypeScript declares these types only in its libraries for browsers. */
interface WasmEngine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: { js: Imports }) => { exports: unknown };
}

/** Returns the exports of the module. All its imports are from "js". */
export function runWasm(source: string, imports: Imports = {}): unknown {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly;
  return new Instance(new Module(assemble(source)), { js: imports }).exports;
}
