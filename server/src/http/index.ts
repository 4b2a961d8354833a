export { openApiDocument } from './openapi.ts';
export { buildHttp, type HttpOptions } from './server.ts';
