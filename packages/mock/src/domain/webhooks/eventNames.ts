import type { components } from '@latchkey/types'

type Schemas = components['schemas']

export type EventName = Schemas['EventName']

/** The catalogue, with a description of each event. A missing name of the document does not compile. */
const descriptions: Readonly<Record<EventName, string>> = {
  ping: 'A webhook was created enabled. It goes to that webhook alone, to test its URL.',
  'user.created': 'A user came to be, by signing up or by a server.',
  'user.updated': 'The e-mail address, a profile field or the metadata of a user changed.',
  'user.deleted': 'A user was deleted, with all that belonged to them.',
  'user.merged': 'Another user became part of this one.',
  'user.session.created': 'A user signed in.',
  'user.session.revoked': 'A session of a user ended before its time.',
  'admin.user.session.revoked': 'A server or a member ended a session of a user.',
  'user.social.linked': 'A social account joined a user.',
  'user.social.unlinked': 'A social account left a user.',
  'user.passkeyRecovery.started': 'A user began to replace a lost passkey of an embedded wallet.',
  'user.passkeyRecovery.completed': 'A user replaced a lost passkey of an embedded wallet.',
  'wallet.created': 'An embedded or smart wallet was made for a user.',
  'wallet.deleted': 'An embedded or smart wallet of a user was deleted.',
  'wallet.linked': 'An external wallet joined a user.',
  'wallet.unlinked': 'An external wallet left a user.',
  'wallet.exported': 'A user took the private key of an embedded wallet out of the service.',
  'wallet.transferred': 'A wallet moved from one user to another.',
  'wallet.signature': 'An embedded wallet signed a message or a transaction.',
  'wallet.activity': 'Something happened to a wallet on its chain.',
  'wallet.delegation.created': 'A user let the environment sign with a wallet on their behalf.',
  'wallet.delegation.revoked': 'A user took back the right to sign with a wallet on their behalf.',
  'waas.policy.violation': 'A policy kept an embedded wallet from signing.',
  'visit.created': 'A wallet visited the environment for the first time.',
}

/** The catalogue as replies show it. */
export const eventTypes: readonly Schemas['EventType'][] = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}))

/** The names of all events. */
export const eventNames: readonly string[] = Object.keys(descriptions)

/** Whether the catalogue has an event of this name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(descriptions, name)
}
