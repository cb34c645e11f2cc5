export {
  expressUser,
  expressWebhook,
  fastifyUser,
  fastifyWebhook,
  userOf,
  type FastifyInstance,
  type FastifyReply,
  type NodeRequest,
  type NodeResponse,
} from './server/frameworks.ts'
export type { HandledMessages } from './server/handledMessages.ts'
export type { IncomingHeaders, IncomingRequest } from './server/incomingRequest.ts'
export { RequestRefused, type RequestRefusedCode } from './server/requestRefused.ts'
export {
  createRequestVerifier,
  verifyRequest,
  type CredentialOptions,
  type RequestVerifier,
  type RequestVerifierOptions,
  type SessionCookies,
  type VerifyRequestOptions,
} from './server/verifyRequest.ts'
export {
  webhookHandler,
  type WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookHandlers,
} from './server/webhookHandler.ts'
