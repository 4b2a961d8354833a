export { ApiError, isApiError, mayPass, UNEXPECTED_ANSWER, type FieldFault } from './api-error.ts';
export {
  askAgain,
  useAsk,
  useAskAll,
  useAskPages,
  useGet,
  useGetPages,
  useProjectId,
  useSend,
  type AskOptions,
} from './hooks.ts';
export { makeQueryClient } from './query-client.ts';
export { request, respond } from './request.ts';
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
