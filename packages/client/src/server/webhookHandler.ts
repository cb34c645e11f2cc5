import { nearest } from '@latchkey/names/nearest'
import {
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookError,
  type WebhookEvent,
  type WebhookEventOf,
} from '../verification/webhook.ts'
import { assertSecrets, isDelivery, type RawDelivery } from '../verification/webhookInput.ts'
import { assertHandlers, isEventName } from './eventNames.ts'
import { type HandledMessages, handleOnce } from './handledMessages.ts'

/** Functions by the name of an event; `other` gets those that have no handler. */
export type WebhookHandlers = {
  [Name in WebhookEvent['eventName']]?: (event: WebhookEventOf<Name>) => unknown
} & { other?: ((event: WebhookEvent) => unknown) | undefined }

/** Options of {@link webhookHandler}. */
export interface WebhookHandlerOptions extends Pick<VerifyWebhookOptions, 'maxBytes'> {
  /**
   * Messages that were handled before. A message may be delivered more than once; those that are in here are accepted
   * and passed to no handler. A message is added after its handler has succeeded. Copies that come to one process at
   * once wait for each other. Of several processes each may handle a copy: there, write the message's id to a unique
   * column in the transaction of your handler.
   */
  handled?: HandledMessages | undefined
  /**
   * Hears of handlers that fail, and of deliveries that are refused or break off. It is not awaited; what it throws goes
   * to the console. Without it, whatever is not a fault of the sender goes to the console.
   */
  onError?: ((error: unknown, event?: WebhookEvent) => unknown) | undefined
}

/**
 * Answers a delivery: a `Request`, or its raw body and signature. It rejects only with a {@link TypeError}, when it is
 * given something else, such as a request of Node or an event of a cloud function.
 */
export type WebhookHandler = (delivery: Request | RawDelivery) => Promise<Response>

/**
 * Creates a handler for the route of a webhook. It verifies the signature, passes the event to its function, and
 * answers 204; 400 if the delivery is not genuine or breaks off; and 500 if the function fails, so that the service
 * tries again. Events without a function are answered by 204.
 *
 * @param secrets - The webhook's secret; several during a change, or for several webhooks.
 * @param handlers - A function per event. It is awaited, so leave long work to a queue.
 * @throws {@link TypeError} when there is no secret or an empty one, no event has such a name, or no option.
 * @example
 * export const POST = webhookHandler(secret, {
 *   'user.created': ({ data }) => welcome(data.email),
 * })
 */
export function webhookHandler(
  secrets: string | readonly string[],
  handlers: WebhookHandlers,
  options: WebhookHandlerOptions = {},
): WebhookHandler {
  const all = [secrets].flat()
  assertSecrets(all)
  assertHandlers(handlers)
  assertOptions(options)
  const { handled, maxBytes, onError = logFault } = options
  return async (delivery) => {
    if (!isDelivery(delivery)) throw new TypeError(notDelivery)
    if ('headers' in delivery && delivery.method !== 'POST')
      return new Response(null, { status: 405, headers: { allow: 'POST' } })
    let event: WebhookEvent | undefined
    try {
      event = await verifyWebhook(delivery, { secrets: all, ...(maxBytes !== undefined && { maxBytes }) })
      const handle = functionOf(handlers, event)
      if (handle && handled) await handleOnce(handled, event.messageId, handle)
      else await handle?.()
      return new Response(null, { status: 204 })
    } catch (error) {
      // A log that fails changes no answer.
      void (async () => onError(error, event))().catch(console.error)
      if (!(error instanceof WebhookError) || event !== undefined)
        return Response.json({ error: 'The handler failed.', code: 'handler_failed' }, { status: 500 })
      const { message, code } = error
      return Response.json({ error: message, code }, { status: isOwnFault(error) ? 500 : 400 })
    }
  }
}

const notDelivery =
  'webhookHandler() answers a Request or { body, signature }. In Express and node:http, give it to expressWebhook(), in ' +
  'Fastify to fastifyWebhook(). In a cloud function, pass the raw body of its event, and the header ' +
  'x-webhook-signature-256 as the signature.'

const optionNames = Object.keys({
  handled: true,
  onError: true,
  maxBytes: true,
} satisfies Record<keyof WebhookHandlerOptions, true>)

function assertOptions(options: WebhookHandlerOptions): void {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`webhookHandler() has no option "${unknown}". Did you mean "${nearest(unknown, optionNames)}"?`)
  const { handled, onError } = options
  if (handled !== undefined && typeof handled.has !== 'function')
    throw new TypeError('webhookHandler() takes a Set for "handled", or an object with its "has" and "add".')
  if (onError !== undefined && typeof onError !== 'function')
    throw new TypeError('webhookHandler() takes a function for "onError".')
}

/** The call of the function for an event, undefined if there is none. */
function functionOf(handlers: WebhookHandlers, event: WebhookEvent): (() => Promise<unknown>) | undefined {
  const own = isEventName(event.eventName) ? handlers[event.eventName] : undefined
  const handle = (own ?? handlers.other) as WebhookHandlers['other']
  return handle && (async () => handle(event))
}

/** Whether a later attempt may succeed: a parser of this server has read the body. */
function isOwnFault(error: WebhookError): boolean {
  return error.code === 'body_not_raw'
}

/** Anybody can send what is not genuine, so the console does not hear of that. */
function logFault(error: unknown, event?: WebhookEvent): void {
  if (event !== undefined || !(error instanceof WebhookError) || isOwnFault(error)) console.error(error)
}
