import {
  type RawDelivery,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookError,
  type WebhookEvent,
  type WebhookEventOf,
} from '../verification/webhook.ts'

/** Functions by the name of an event; `other` gets those that have no handler. */
export type WebhookHandlers = {
  [Name in WebhookEvent['eventName']]?: (event: WebhookEventOf<Name>) => unknown
} & { other?: ((event: WebhookEvent) => unknown) | undefined }

/** Ids of messages, such as a `Set` or a table of your database. */
export interface HandledMessages {
  has(messageId: string): boolean | Promise<boolean>
  add(messageId: string): unknown
}

/** Options of {@link webhookHandler}. */
export interface WebhookHandlerOptions extends Pick<VerifyWebhookOptions, 'maxBytes'> {
  /**
   * Messages that were handled before. A message may be delivered more than once; those that are in here are accepted
   * and passed to no handler. A message is added after its handler has succeeded.
   */
  handled?: HandledMessages | undefined
  /**
   * Hears of handlers that fail, and of deliveries that are refused or break off. It is not awaited; what it throws goes
   * to the console.
   */
  onError?: ((error: unknown, event?: WebhookEvent) => unknown) | undefined
}

/** Answers a delivery: a `Request`, or its raw body and signature. Never rejects. */
export type WebhookHandler = (delivery: Request | RawDelivery) => Promise<Response>

/**
 * Creates a handler for the route of a webhook. It verifies the signature, passes the event to its function, and
 * answers 204; 400 if the delivery is not genuine or breaks off; and 500 if the function fails, so that the service
 * tries again. Events without a function are answered by 204.
 *
 * @param secrets - The webhook's secret; several during a change, or for several webhooks.
 * @param handlers - A function per event. It is awaited, so leave long work to a queue.
 * @throws {@link TypeError} when there is no secret or an empty one.
 * @example
 * export const POST = webhookHandler(secret, {
 *   'user.created': ({ data }) => welcome(data.email),
 * })
 */
export function webhookHandler(
  secrets: string | readonly string[],
  handlers: WebhookHandlers,
  { handled, onError, maxBytes }: WebhookHandlerOptions = {},
): WebhookHandler {
  const all = [secrets].flat()
  if (!all.length || !all.every(Boolean)) throw new TypeError('Give "secret" or "secrets"; none may be empty.')
  return async (delivery) => {
    if ('headers' in delivery && delivery.method !== 'POST')
      return new Response(null, { status: 405, headers: { allow: 'POST' } })
    let event: WebhookEvent | undefined
    try {
      event = await verifyWebhook(delivery, { secrets: all, ...(maxBytes !== undefined && { maxBytes }) })
      const handle = (handlers[event.eventName] ?? handlers.other) as WebhookHandlers['other']
      if (handle && !(await handled?.has(event.messageId))) {
        await handle(event)
        await handled?.add(event.messageId)
      }
      return new Response(null, { status: 204 })
    } catch (error) {
      // A log that fails changes no answer.
      void (async () => onError?.(error, event))().catch(console.error)
      if (!(error instanceof WebhookError) || event !== undefined)
        return Response.json({ error: 'The handler failed.', code: 'handler_failed' }, { status: 500 })
      // A body that was parsed is a fault of this server, which a later attempt may not meet.
      const { message, code } = error
      return Response.json({ error: message, code }, { status: code === 'body_not_raw' ? 500 : 400 })
    }
  }
}
