export { listenGrpc, type GrpcLimits, type GrpcListener } from './server.ts';
export { startGrpc } from './start.ts';
