export { expressUser, expressWebhook, fastifyUser, fastifyWebhook, userOf } from './server/frameworks.ts'
export type { IncomingHeaders, IncomingRequest } from './server/incomingRequest.ts'
export { RequestRefused, type RequestRefusedCode } from './server/requestRefused.ts'
export {
  createRequestVerifier,
  verifyRequest,
  type RequestVerifier,
  type RequestVerifierOptions,
  type VerifyRequestOptions,
} from './server/verifyRequest.ts'
export {
  webhookHandler,
  type HandledMessages,
  type WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookHandlers,
} from './server/webhookHandler.ts'
