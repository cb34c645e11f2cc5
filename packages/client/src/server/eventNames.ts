import { assertObject } from '../shared/assertArgument.ts'
import { nearest } from '../shared/nearest.ts'
import type { WebhookEvent } from '../verification/webhook.ts'

/** The events that have a function of their own. Newer ones, which a service may send, go to `other`. */
const eventNames: Readonly<Record<WebhookEvent['eventName'], true>> = {
  ping: true,
  'user.created': true,
  'user.updated': true,
  'user.deleted': true,
  'user.merged': true,
  'user.passkeyRecovery.started': true,
  'user.passkeyRecovery.completed': true,
  'user.social.linked': true,
  'user.social.unlinked': true,
  'user.session.created': true,
  'user.session.revoked': true,
  'admin.user.session.revoked': true,
  'wallet.created': true,
  'wallet.deleted': true,
  'wallet.linked': true,
  'wallet.unlinked': true,
  'wallet.exported': true,
  'wallet.transferred': true,
  'wallet.signature': true,
  'wallet.activity': true,
  'wallet.delegation.created': true,
  'wallet.delegation.revoked': true,
  'waas.policy.violation': true,
  'visit.created': true,
}

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
