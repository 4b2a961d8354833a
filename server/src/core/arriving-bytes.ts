// The bytes of all requests that arrive, over HTTP and gRPC.
import { ByteBudget } from '#lib/byte-budget';
import { perProcess } from './process-state.ts';

export const arrivingBytesOf = perProcess(() => new ByteBudget());
