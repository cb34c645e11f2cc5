import type { Mock } from '../mock/createMock.ts'
import { callAsSweep } from './callAsSweep.ts'

/**
 * Merges a user into a new one, as happens to a person who has signed up twice and proves the first address in the
 * second account. The new user gets the credentials and wallets, and the sessions of the former one end.
 *
 * @throws Error where the service does not merge, such as a user with a second factor
 */
export async function mergeUser(mock: Mock, userId: string): Promise<void> {
  const { environmentId, email } = await addressOf(mock, userId)
  const params = { environmentId }
  const { id } = await mock.create.user({ email: `second.${userId}@example.com` }, { environmentId })
  const { token } = await mock.signIn(id)
  const { verificationUUID } = (await callAsSweep(mock, 'emailSignIn.create', { params, body: { email } })) as {
    readonly verificationUUID: string
  }
  const verificationToken = mock.outbox.email.last(email)?.code
  const isMoved = await callAsSweep(mock, 'emailSignIn.verify', {
    params,
    body: { verificationUUID, verificationToken },
    token,
  }).then(
    () => true,
    // The proof moves an address. A user who has more than that is merged only by a second call.
    () => false,
  )
  if (isMoved) return
  // A choice is refused for a field that the environment does not have.
  const hasEmail = mock.settings.get({ environmentId }).kyc.some(({ name, enabled }) => name === 'email' && enabled)
  const mergeUserResolutions = hasEmail ? [{ userId, fieldKey: 'email', type: 'standard' }] : []
  await callAsSweep(mock, 'profile.resolveMerge', { params, body: { mergeUserResolutions }, token })
}

/** The address that a user has proved. A user without one gets it, since the service merges only by an address. */
async function addressOf(mock: Mock, userId: string): Promise<{ environmentId: string; email: string }> {
  const { projectEnvironmentId: environmentId, verifiedCredentials } = (await mock.people.details(userId)).user
  const proved = verifiedCredentials?.find(({ format, email }) => format === 'email' && email)?.email
  if (proved) return { environmentId, email: proved }
  const email = `first.${userId}@example.com`
  await mock.people.update(userId, { email })
  return { environmentId, email }
}
