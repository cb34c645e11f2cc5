import type { components } from '@latchkey/types'

export type EventName = components['schemas']['EventName']

/** The catalogue; a name of the document that is missing here does not compile. */
const names: Record<EventName, true> = {
  ping: true,
  'user.created': true, 'user.updated': true, 'user.deleted': true, 'user.merged': true,
  'user.session.created': true, 'user.session.revoked': true, 'admin.user.session.revoked': true,
  'user.social.linked': true, 'user.social.unlinked': true,
  'user.passkeyRecovery.started': true, 'user.passkeyRecovery.completed': true,
  'wallet.created': true, 'wallet.deleted': true, 'wallet.linked': true, 'wallet.unlinked': true,
  'wallet.exported': true, 'wallet.transferred': true, 'wallet.signature': true, 'wallet.activity': true,
  'wallet.delegation.created': true, 'wallet.delegation.revoked': true, 'waas.policy.violation': true,
  'visit.created': true,
}

/** Whether the catalogue has an event of this name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(names, name)
}
