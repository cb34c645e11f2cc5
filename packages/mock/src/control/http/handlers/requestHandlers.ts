import type { requestRoutes } from '@latchkey/contract/routes/requestRoutes'
import { sendRequest } from '../sendRequest.ts'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `requestRoutes`. */
export const requestHandlers: HandlersOf<typeof requestRoutes> = {
  'POST requests/send': (mock, { headers = {}, body, ...rest }) => sendRequest(mock, { ...rest, headers, body }),
}
