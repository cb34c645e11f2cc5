import type { components } from '@latchkey/types'
import { isVerified } from '../credentials/credentials.ts'
import type { Backend } from '../shared/backend.ts'
import { contactOf } from './emails.ts'

export interface Notice {
  /** The setting that turns notices of this kind on. */
  readonly setting: keyof components['schemas']['SecurityNotifications']
  readonly subject: string
  readonly text: string
}

/**
 * Tells a user by e-mail what happened, if the settings ask for it, at the address that was proved first. Without a
 * user it sends nothing.
 */
export function sendNotice(backend: Backend, userId: string | undefined, { setting, subject, text }: Notice): void {
  if (userId === undefined) return
  const environmentId = backend.store.users.get(userId)?.environmentId
  const environment = environmentId === undefined ? undefined : backend.store.environments.get(environmentId)
  if (environment?.settings.security.notifications?.[setting] !== true) return
  const to = provedEmailOf(backend, userId)
  if (to !== undefined) backend.outside.messages.send({ environmentId, channel: 'email', to, subject, text })
}

/** The e-mail address that a user proved first. */
export function provedEmailOf({ store }: Pick<Backend, 'store'>, userId: string): string | undefined {
  const contacts = [...store.credentials.scan('byUser', [userId])].filter(isVerified).map(contactOf)
  return contacts.find((contact) => contact?.channel === 'email')?.key
}
