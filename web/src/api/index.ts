export { ApiError, isApiError, mayPass, UNEXPECTED_ANSWER, type FieldFault } from './api-error.ts';
export { followConnection, isReachable, onReconnect, useConnectionLost } from './connection.ts';
export { useFigures, type Figure, type FigureResult } from './figures.ts';
export {
  askAgain,
  useAsk,
  useAskEach,
  useAskPages,
  useGet,
  useGetPages,
  useProjectId,
  useSend,
  type AskOptions,
} from './hooks.ts';
export { useOwnCall, useProgress } from './own-records.ts';
export { allRows, useRows, type LoadedRows } from './rows.ts';
export { usePreviews, type PreviewData } from './previews.ts';
export { useTraceNames, type NamedTrace } from './trace-names.ts';
export { makeQueryClient } from './query-client.ts';
export { request, respond, upload } from './request.ts';
export {
  SessionProvider,
  sessionQuery,
  useEnter,
  useMayManage,
  useSession,
  type Session,
} from './session.tsx';
export type {
  OperationAnswer as Answer,
  OperationInput as Input,
  Method,
  PathOf,
  Schemas,
} from '@tracewell/sdk';
