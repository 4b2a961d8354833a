// What calls are grouped by, beside time.

export const GROUP_KINDS = ['model', 'provider', 'tag', 'error'] as const;

export const CALL_DIMENSIONS = [
  'status',
  'agent',
  'tool',
  'user',
  'session',
  'promptName',
  'promptVersion',
  'release',
  'environment',
  'service',
  'operation',
  'finishReason',
  'gateway',
  'mcpServer',
] as const;
