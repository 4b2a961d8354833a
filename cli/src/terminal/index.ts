// What commands print. `tracewell-server` uses it too.
export { bytes, facts, paint, print, printFault, table, wantsJson, when, type Fault } from './output.ts';
