import type { components } from '@latchkey/types'
import { signIn } from '../../domain/flows/signIn/signIn.ts'
import { isPromise } from '../../shared/isPromise.ts'
import { transact, type World } from '../../world/world.ts'

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
 * @param user - The user, the user's id, or an e-mail address, whose user in the sandbox is created if there is none.
 * @param options.origin - Origin of the site; becomes the token's audience. @default the service's own
 * @param options.userAgent - The browser's `User-Agent`; shown with the session and counted by operating system.
 * @default none
 * @throws TypeError for any other argument, such as a promise, that says what it is
 * @throws DomainError as a sign-in over the interface: gates, allowlists and screening apply
 */
export type SignIn = (
  user: string | { readonly id: string },
  options?: { readonly origin?: string | undefined; readonly userAgent?: string | undefined },
) => Promise<SignedIn>

/** @param admit - Finds or creates the user of an e-mail address. */
export function createSignIn(world: World, admit?: (email: string) => Promise<{ readonly id: string }>): SignIn {
  return async (user, { origin, userAgent } = {}) => {
    const isAddress = typeof user === 'string' && user.includes('@')
    const id = idOf(isAddress && admit ? await admit(user) : user)
    const outcome = await transact(world, async (backend) => {
      const { store } = backend
      const record = store.users.get(id)
      if (!record)
        throw new TypeError(`Failed to call "signIn()": there is no user with this id. ${causeOf(id, world)}`)
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

/** @throws TypeError for a promise, and for an object without an id */
function idOf(user: string | { readonly id: string }): string {
  if (typeof user === 'string') return user
  if (isPromise(user)) throw new TypeError('Failed to call "signIn()": it was given a promise. Await the user first.')
  const id: unknown = Object(user).id
  if (typeof id === 'string') return id
  throw new TypeError('Failed to call "signIn()": it takes a user, the id of a user, or an e-mail address.')
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The reason why no user has this id. */
function causeOf(id: string, { store: { reader } }: World): string {
  if (!uuid.test(id)) return 'An id is a UUID, as `create.user()` returns it. An e-mail address signs in, too.'
  const events = [...reader.events.all()]
  const isDeleted = events.some(({ eventName, data }) => eventName === 'user.deleted' && Object(data).id === id)
  return isDeleted
    ? 'The user was deleted.'
    : 'The user belongs to another mock or world, or to the time before a reset.'
}
