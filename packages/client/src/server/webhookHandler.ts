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

/** A function for each event name; `other` gets the events that have no function. */
export type WebhookHandlers = {
  [Name in WebhookEvent['eventName']]?: (event: WebhookEventOf<Name>) => unknown
} & { other?: ((event: WebhookEvent) => unknown) | undefined }

/** Options of {@link webhookHandler}. */
export interface WebhookHandlerOptions extends Pick<VerifyWebhookOptions, 'maxBytes'> {
  /**
   * The messages that were handled before. The service may deliver a message more than once. If `handled` has it, the
   * handler answers 204 and does not call your function; otherwise it adds the message after your function has
   * succeeded. Copies that reach one process at the same time wait for each other. Several processes may each handle a
   * copy: there, write the message's id to a unique column in the transaction of your function.
   */
  handled?: HandledMessages | undefined
  /**
   * Called with the error of a function that fails, and of a delivery that is refused or breaks off. The handler does
   * not wait for it, and logs what it throws to the console.
   * @default logs the errors that are not the sender's fault to the console
   */
  onError?: ((error: unknown, event?: WebhookEvent) => unknown) | undefined
}

/**
 * Answers a delivery: a `Request`, or the raw body and its signature. For any other argument, such as a request of Node
 * or the event of a cloud function, it rejects with a {@link TypeError}. It never rejects for another reason.
 */
export type WebhookHandler = (delivery: Request | RawDelivery) => Promise<Response>

/**
 * Creates a handler for the route of a webhook. It verifies the signature, passes the event to your function, and
 * answers 204, also to events without a function. It answers 400 if the delivery is not genuine or breaks off. It
 * answers 500 if your function fails, or if a parser has read the body before, so that the service tries again. It
 * answers 405 to methods other than POST.
 *
 * @param secrets - The webhook's secret; several while you change it, or for several webhooks.
 * @param handlers - A function for each event. The answer waits for it, so leave long work to a queue.
 * @param options - What was handled before, the maximum size of a body, and what to do with errors.
 * @throws {@link TypeError} when there is no secret or an empty one, or when an event or an option does not exist.
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
