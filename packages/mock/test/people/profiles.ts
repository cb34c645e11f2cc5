import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** A user with an e-mail address, who is signed in to an environment with codes by e-mail and text message. */
export async function createProfileUser(host: Host, email: string): Promise<{ userId: string; token: string }> {
  await host.mock.create.provider({ provider: 'emailOnly' })
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  const { id: userId } = await host.mock.create.user({ email, firstName: 'Ada' })
  return { userId, token: (await host.mock.signIn(userId)).token }
}

/** The user as servers see it. */
export async function userSeenByServers(host: Host, userId: string): Promise<Schemas['User']> {
  return (await host.call('users.get', { params: { userId } })).body.user as Schemas['User']
}

/** Changes the rules of a standard field. */
export async function changeStandardField(host: Host, name: string, rules: Partial<Schemas['MissingField']>) {
  const { kyc } = host.mock.settings.get()
  await host.mock.settings.patch({ kyc: kyc.map((field) => (field.name === name ? { ...field, ...rules } : field)) })
}
