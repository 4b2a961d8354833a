// What commands print. `tracewell-server` uses it too.
export { HELP } from './help.ts';
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
