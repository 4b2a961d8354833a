// What commands print. `tracewell-server` uses it too.
export { HELP } from './help.ts';
export { amountOf, importedTables } from './imported-tables.ts';
export { openInBrowser } from './open-in-browser.ts';
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
