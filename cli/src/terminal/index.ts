// What commands print. `tracewell-server` uses it too.
export {
  byteSize,
  facts,
  paint,
  print,
  printFault,
  table,
  wantsJson,
  when,
  type CommandFault,
} from './output.ts';
