// How a client is described: how it is started, and what must be stored afterwards.

/** Where the client sends to: the product, behind the proxy that makes it send a batch twice. */
export interface Target {
  url: string;
  apiKey: string;
  /** The address of the product itself. Only HTTP goes through the proxy. */
  grpcPort: number;
}

export interface ExpectedCall {
  model: string;
  provider: string;
  promptTokens: number;
  completionTokens: number;
  /** Parts of the two counts; 0 if the client does not send them. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  audioTokens?: number;
  costUsd: number;
  /** Part of the error's text; the call must have none if it is absent. */
  error?: string;
  /** Names of the spans above, the nearest first. */
  above?: readonly string[];
  userId?: string;
  sessionId?: string;
  tags?: Readonly<Record<string, string>>;
  promptName?: string;
  /** Parts of the stored texts. */
  input?: string;
  output?: string;
  /** Name of a tool that the model asked for. */
  asksFor?: string;
}

export interface ExpectedSpan {
  name: string;
  type: string;
  above: readonly string[];
}

interface ExpectedScore {
  name: string;
  value: number | string | boolean;
  of: 'call' | 'trace';
}

/** The files of `clients/files`. */
export const FILES = ['picture.png', 'sound.wav', 'document.pdf'] as const;
export type FileName = (typeof FILES)[number];

/** Files that must be stored as they were sent, and those that calls must have when they are read with their files. */
export interface ExpectedFiles {
  stored: readonly FileName[];
  inCalls: readonly FileName[];
}

export interface Expected {
  calls: readonly ExpectedCall[];
  /** Spans that are not calls. Others may be there too, except one with the name of a listed one. */
  spans?: readonly ExpectedSpan[];
  /** The spans of traces without a call are compared too. */
  allTraces?: true;
  scores?: readonly ExpectedScore[];
  files?: ExpectedFiles;
  /** What the client sends and the product does not keep; parts of the reasons. */
  rejected?: readonly string[];
}

export interface Client {
  id: string;
  title: string;
  language:
    | {
        name: 'js';
        /** Below `js`, if it is not the id. */ folder?: string;
        /** `scenario` unless given. */ program?: string;
      }
    | { name: 'python'; /** Of `requirements-<environment>.txt`. */ environment: string; program: string }
    /** An application that is too large to be installed for everyone. Its program is below `apps`. */
    | {
        name: 'app';
        program: string;
        /** The variable with the folder where it is installed. */ folder: string;
        /** Its interpreter, if the program must run inside it; Node otherwise. */ python?: string;
      };
  /** Packages whose versions the table shows. */
  packages: readonly string[];
  /** The environment variables that its users set. */
  settings: (target: Target) => Record<string, string>;
  /** The status that makes it send a stored batch again; null if it never does. */
  resendsAfter: number | null;
  /** LangSmith has three ways to send the same runs. The client is asked to use this one. */
  wire?: LangsmithWire;
  /** Null if the product takes nothing from this client; then it is only captured. */
  expected: Expected | null;
}

export type LangsmithWire = 'batch' | 'multipart' | 'zstd';
