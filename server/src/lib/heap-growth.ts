// The heap may grow to three times what is in use before V8 collects it, so it is collected a third as often.
// It is set when the service has started: on the command line, it would change what V8 compares a code cache with,
// and Node's own modules would be compiled from their sources at each start, which takes 40 ms.
import { setFlagsFromString } from 'node:v8';

export const letHeapGrow = (): void => setFlagsFromString('--heap-growing-percent=200');
