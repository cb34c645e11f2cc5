import type { components } from '@latchkey/types'
import { signIn } from '../domain/flows/signIn.ts'
import { transact, type World } from '../world.ts'

type Schemas = components['schemas']

interface SignedIn extends Pick<Schemas['VerifyResponse'], 'user' | 'expiresAt'> {
  /** The session token, for `Authorization: Bearer`. */
  readonly token: string
  readonly minifiedToken: string
  /** The reply of a sign-in operation, to begin a client's session with: `session.adopt(reply)`. */
  readonly reply: Schemas['VerifyResponse']
  /** Headers of an authenticated call. */
  readonly headers: { readonly authorization: string }
  /** `Set-Cookie` lines, when the environment keeps sessions in cookies. */
  readonly cookies: readonly string[]
}

/**
 * Signs a user in.
 *
 * @param user - The user, or the user's id.
 * @param options.origin - Origin of the site; becomes the token's audience. @default the service's own
 * @param options.userAgent - The browser's `User-Agent`; shown with the session and counted by operating system.
 * @default none
 * @throws DomainError as a sign-in over the interface: gates, allowlists and screening apply
 */
export type SignIn = (
  user: string | { readonly id: string },
  options?: { readonly origin?: string; readonly userAgent?: string },
) => Promise<SignedIn>

export function createSignIn(world: World): SignIn {
  return async (user, { origin, userAgent } = {}) => {
    const id = typeof user === 'string' ? user : user.id
    const outcome = await transact(world, async (backend) => {
      const { store } = backend
      const record = store.users.get(id)
      if (!record) throw new TypeError('Failed to call "signIn()": there is no user with this id.')
      const credential = [...store.credentials.scan('byUser', [id])].find(({ signInEnabled }) => signInEnabled)
      if (!credential)
        throw new TypeError(
          'Failed to call "signIn()": this user has no credential to sign in with. ' +
            'Give the user an e-mail, an OAuth account or a wallet.',
        )
      return signIn(backend, credential, {
        user: record,
        request: { origin, userAgent, cookies: {}, url: new URL(world.baseUrl) },
      })
    })
    const { body, cookies = [], tokens } = outcome
    return {
      user: body.user,
      expiresAt: body.expiresAt,
      token: tokens.jwt,
      minifiedToken: tokens.minifiedJwt,
      reply: body,
      headers: { authorization: `Bearer ${tokens.jwt}` },
      cookies,
    }
  }
}
