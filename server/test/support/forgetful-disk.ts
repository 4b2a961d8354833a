// A disk in memory that keeps after a power cut only what was synced, and a random part of the rest: any of
// the writes, whole or partial, and any of the names that were created, moved or removed.
import path from 'node:path';
import type { LogFile, LogFileSystem } from '../../src/store/records/writer/log/file-system.ts';

export class PowerCut extends Error {
  override name = 'PowerCut';
}

type FileChange = { write: Buffer; at: number } | { truncate: number };
type NameChange = { name: string; to: Node | null } | { from: string; to: string; node: Node };

class FileNode {
  live: Buffer = Buffer.alloc(0);
  safe: Buffer = Buffer.alloc(0);
  unsynced: FileChange[] = [];
}

class FolderNode {
  live = new Map<string, Node>();
  safe = new Map<string, Node>();
  unsynced: NameChange[] = [];
}

type Node = FileNode | FolderNode;
type Call = 'mkdir' | 'readdir' | 'readFile' | 'open' | 'rename' | 'rm' | keyof LogFile;

const fault = (code: string): Error => Object.assign(new Error(`${code}: on the disk of the test`), { code });

/** Numbers from 0 to below 1. If all are 0, nothing unsynced survives. */
export type Chances = () => number;
export const NOTHING_UNSYNCED: Chances = () => 0;

export class ForgetfulDisk implements LogFileSystem {
  #root = new FolderNode();
  #cutAt = Infinity;
  readonly #faults: { call: Call; code: string; others: number }[] = [];
  readonly #died = Promise.withResolvers<never>();
  /** Number of calls so far. */
  calls = 0;
  dead = false;

  constructor() {
    this.#died.promise.catch(() => undefined);
  }

  /** Rejects when the power is cut. */
  get died(): Promise<never> {
    return this.#died.promise;
  }

  /** Cuts the power at this call from now on, before it has done anything. */
  cutAfter(calls: number): void {
    this.#cutAt = this.calls + calls;
  }

  cut(): void {
    this.dead = true;
    this.#died.reject(new PowerCut('The power is gone.'));
  }

  /** The next call of this kind fails, once; `others` of them succeed before it. */
  failNext(call: Call, code: string, others = 0): void {
    this.#faults.push({ call, code, others });
  }

  /** The disk after a power cut. */
  afterPowerCut(chances: Chances): ForgetfulDisk {
    const next = new ForgetfulDisk();
    next.#root = survivor(this.#root, chances, new Map()) as FolderNode;
    return next;
  }

  /** The disk after the process was killed: everything, synced or not. */
  afterKill(): ForgetfulDisk {
    const next = new ForgetfulDisk();
    next.#root = copy(this.#root, new Map()) as FolderNode;
    return next;
  }

  async mkdir(folder: string): Promise<string | undefined> {
    await this.#call('mkdir');
    let at: Node = this.#root;
    let first: string | undefined;
    let place = '';
    for (const name of folder.split('/').filter(Boolean)) {
      place += `/${name}`;
      if (!(at instanceof FolderNode)) throw fault('ENOTDIR');
      let next: Node | undefined = at.live.get(name);
      if (next === undefined) {
        first ??= place;
        next = new FolderNode();
        this.#name(at, name, next);
      }
      at = next;
    }
    return first;
  }

  async readdir(folder: string): Promise<string[]> {
    await this.#call('readdir');
    return [...this.#folder(folder).live.keys()];
  }

  async readFile(file: string): Promise<Buffer> {
    await this.#call('readFile');
    return Buffer.from(this.#file(file).live);
  }

  async open(file: string, flags: 'wx' | 'r' | 'r+'): Promise<LogFile> {
    await this.#call('open');
    if (flags === 'wx') {
      const folder = this.#folder(path.dirname(file));
      if (folder.live.has(path.basename(file))) throw fault('EEXIST');
      this.#name(folder, path.basename(file), new FileNode());
    }
    return this.#handle(this.#node(file));
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#call('rename');
    const folder = this.#folder(path.dirname(from));
    const change = { from: path.basename(from), to: path.basename(to), node: this.#node(from) };
    folder.unsynced.push(change);
    applyName(folder.live, change);
  }

  async rm(file: string): Promise<void> {
    await this.#call('rm');
    const folder = this.#folder(path.dirname(file));
    if (folder.live.has(path.basename(file))) this.#name(folder, path.basename(file), null);
  }

  #handle(node: Node): LogFile {
    const file = (): FileNode => {
      if (node instanceof FileNode) return node;
      throw fault('EISDIR');
    };
    const sync = async (call: 'sync' | 'datasync'): Promise<void> => {
      await this.#call(call);
      if (node instanceof FileNode) node.safe = Buffer.from(node.live);
      else node.safe = new Map(node.live);
      node.unsynced = [];
    };
    const change = (one: FileChange): void => {
      file().unsynced.push(one);
      file().live = applyFile(file().live, one);
    };
    return {
      write: async (bytes, offset, length, position) => {
        await this.#call('write');
        // A disk may write less than it was given.
        const taken = length > 8 ? Math.ceil(length / 2) : length;
        change({ write: Buffer.from(bytes.subarray(offset, offset + taken)), at: position });
        return { bytesWritten: taken };
      },
      read: async (bytes, offset, length, position) => {
        await this.#call('read');
        return { bytesRead: file().live.copy(bytes, offset, position, position + length) };
      },
      stat: async () => {
        await this.#call('stat');
        return { size: file().live.length };
      },
      truncate: async (length) => {
        await this.#call('truncate');
        change({ truncate: length });
      },
      datasync: () => sync('datasync'),
      sync: () => sync('sync'),
      close: () => this.#call('close'),
    };
  }

  async #call(call: Call): Promise<void> {
    await Promise.resolve();
    this.calls += 1;
    if (this.calls >= this.#cutAt) this.cut();
    if (this.dead) throw new PowerCut('The power is gone.');
    const planned = this.#faults.find((one) => one.call === call);
    if (!planned || (planned.others -= 1) >= 0) return;
    this.#faults.splice(this.#faults.indexOf(planned), 1);
    throw fault(planned.code);
  }

  #name(folder: FolderNode, name: string, to: Node | null): void {
    folder.unsynced.push({ name, to });
    applyName(folder.live, { name, to });
  }

  #node(file: string): Node {
    let at: Node | undefined = this.#root;
    for (const name of file.split('/').filter(Boolean)) {
      at = at instanceof FolderNode ? at.live.get(name) : undefined;
      if (at === undefined) throw fault('ENOENT');
    }
    return at;
  }

  #folder(place: string): FolderNode {
    const node = this.#node(place);
    if (node instanceof FolderNode) return node;
    throw fault('ENOTDIR');
  }

  #file(place: string): FileNode {
    const node = this.#node(place);
    if (node instanceof FileNode) return node;
    throw fault('EISDIR');
  }
}

function applyFile(bytes: Buffer, change: FileChange): Buffer {
  const end =
    'truncate' in change ? change.truncate : Math.max(bytes.length, change.at + change.write.length);
  const next = Buffer.alloc(end);
  bytes.copy(next);
  if ('write' in change) change.write.copy(next, change.at);
  return next;
}

function applyName(names: Map<string, Node>, change: NameChange): void {
  if ('node' in change) {
    names.delete(change.from);
    names.set(change.to, change.node);
  } else if (change.to === null) names.delete(change.name);
  else names.set(change.name, change.to);
}

/** A file stays one file, however many names it has. */
function survivor(node: Node, chances: Chances, seen: Map<Node, Node>): Node {
  const before = seen.get(node);
  if (before) return before;
  if (node instanceof FileNode) {
    const file = new FileNode();
    seen.set(node, file);
    let bytes = node.safe;
    for (const change of node.unsynced) {
      if (chances() < 0.5) continue;
      bytes = applyFile(bytes, chances() < 0.5 ? change : torn(change, chances));
    }
    file.live = file.safe = bytes;
    return file;
  }
  const names = new Map(node.safe);
  for (const change of node.unsynced) if (chances() >= 0.5) applyName(names, change);
  const folder = new FolderNode();
  seen.set(node, folder);
  for (const [name, child] of names) folder.live.set(name, survivor(child, chances, seen));
  folder.safe = new Map(folder.live);
  return folder;
}

/** The length reached the disk, but only some of the bytes: the rest reads as zeros. */
function torn(change: FileChange, chances: Chances): FileChange {
  if ('truncate' in change) return change;
  const write = Buffer.alloc(change.write.length);
  change.write.copy(write, 0, 0, Math.floor(chances() * change.write.length));
  return { write, at: change.at };
}

function copy(node: Node, seen: Map<Node, Node>): Node {
  const before = seen.get(node);
  if (before) return before;
  const made = node instanceof FileNode ? new FileNode() : new FolderNode();
  seen.set(node, made);
  if (node instanceof FileNode) {
    const file = made as FileNode;
    file.live = node.live;
    file.safe = node.safe;
    file.unsynced = [...node.unsynced];
    return file;
  }
  const folder = made as FolderNode;
  const copied = (names: Map<string, Node>) =>
    new Map([...names].map(([name, child]) => [name, copy(child, seen)]));
  folder.live = copied(node.live);
  folder.safe = copied(node.safe);
  folder.unsynced = node.unsynced.map((change) =>
    'node' in change
      ? { ...change, node: copy(change.node, seen) }
      : { ...change, to: change.to && copy(change.to, seen) },
  );
  return folder;
}
