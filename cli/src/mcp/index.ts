// The MCP server for the service, which serves it at /mcp. `tracewell mcp` serves the same tools over stdio.
export { mcpOverHttp, type AnswerMcp, type McpCaller } from './http.ts';
