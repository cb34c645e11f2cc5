import { nearest } from '@latchkey/names/nearest'
import { eventNames } from '../generated/webhooks.ts'
import { assertObject } from '../shared/assertArgument.ts'
import type { WebhookEvent } from '../verification/webhook.ts'

/** Whether an event has a function of its own. A name of every object, such as `toString`, is not one. */
export function isEventName(name: string): name is WebhookEvent['eventName'] {
  return Object.hasOwn(eventNames, name)
}

/** @throws {@link TypeError} for a name that no event has, and for what is not a function. */
export function assertHandlers(handlers: object): void {
  assertObject(handlers, 'handlers', "{ 'user.created': (event) => … }")
  for (const [name, handle] of Object.entries(handlers)) {
    const all = [...Object.keys(eventNames), 'other']
    if (!all.includes(name))
      throw new TypeError(
        `webhookHandler() knows no event "${name}". Did you mean "${nearest(name, all)}"? Newer events go to "other".`,
      )
    if (handle !== undefined && typeof handle !== 'function')
      throw new TypeError(`webhookHandler() takes a function for "${name}".`)
  }
}
