// The commands that ask a running service. The package `tracewell` has them beside the commands of the
// service.
export { addGate } from './gate.ts';
export { addMcp } from './mcp.ts';
