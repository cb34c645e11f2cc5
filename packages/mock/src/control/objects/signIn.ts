import { isPromise } from '@latchkey/base/isPromise'
import { assertKeys } from '@latchkey/base/nearest'
import type { components } from '@latchkey/types'
import { signIn } from '../../domain/flows/signIn/signIn.ts'
import { assertScope } from '../../domain/shared/scopes.ts'
import type { Credential } from '../../store/records.ts'
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

export interface SignInOptions {
  /** Origin of the site; becomes the token's audience. @default the service's own */
  readonly origin?: string | undefined
  /** The browser's `User-Agent`; shown with the session and counted by operating system. @default none */
  readonly userAgent?: string | undefined
  /**
   * Scopes of the session, separated by spaces as in its token, besides those of gates and allowlists: `'gold'`. It
   * keeps them until it ends.
   *
   * @default none
   */
  readonly scope?: string | undefined
}

/**
 * Signs a user in.
 *
 * @param user - The user, the user's id, or an e-mail address, whose user in the sandbox is created if there is none.
 * @throws TypeError for any other argument, such as a promise, that says what it is, and for an unknown option
 * @throws DomainError as a sign-in over the interface: gates, allowlists and screening apply. `invalidScopes` for a scope
 * that no gate could add
 */
export type SignIn = (user: string | { readonly id: string }, options?: SignInOptions) => Promise<SignedIn>

const optionNames = Object.keys({ origin: 0, userAgent: 0, scope: 0 } satisfies Record<keyof SignInOptions, 0>)

/** @throws TypeError for a scope that is not a text, DomainError for one that no gate could add */
function scopesOf(scope: string | undefined): readonly string[] | undefined {
  if (scope === undefined) return undefined
  if (typeof scope !== 'string')
    throw new TypeError('Failed to call "signIn()": `scope` takes a text, several scopes with spaces between them.')
  const scopes = scope.split(' ').filter((each) => each !== '')
  for (const each of scopes) assertScope(each)
  return scopes
}

/** @param admit - Finds or creates the user of an e-mail address. */
export function createSignIn(world: World, admit?: (email: string) => Promise<{ readonly id: string }>): SignIn {
  return async (user, options = {}) => {
    assertKeys(options, optionNames, { call: 'signIn()', what: 'option' })
    const { origin, userAgent, scope } = options
    const givenScopes = scopesOf(scope)
    const isAddress = typeof user === 'string' && user.includes('@')
    const id = idOf(isAddress && admit ? await admit(user) : user)
    const outcome = await transact(world, async (backend) => {
      const { store } = backend
      const record = store.users.get(id)
      if (!record)
        throw new TypeError(`Failed to call "signIn()": there is no user with this id. ${causeOf(id, world)}`)
      const credentials = [...store.credentials.scan('byUser', [id])]
      const credential = credentials.find(({ signInEnabled }) => signInEnabled)
      if (!credential)
        throw new TypeError(
          `Failed to call "signIn()": this user has no credential to sign in with. ${lackOf(credentials)}`,
        )
      return signIn(backend, credential, {
        user: record,
        givenScopes,
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

/** The advice for a user who cannot sign in. */
function lackOf(credentials: readonly Pick<Credential, 'email'>[]): string {
  const email = credentials.find((credential) => credential.email !== undefined)?.email
  if (email === undefined) return 'Give the user an e-mail, an OAuth account or a wallet.'
  return (
    `The e-mail ${email} is not verified: give "users.create" an \`emailVerifiedAt\` beside it, or create the user ` +
    'by `create.user()`, which does.'
  )
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
