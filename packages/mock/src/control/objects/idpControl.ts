import { didYouMean, nearest } from '@latchkey/base/nearest'
import { keepAnswer } from '../../domain/flows/signIn/oauth.ts'
import {
  isProvider,
  type OAuthProvider,
  oauthProviders,
  type ProviderName,
} from '../../domain/providers/providerCatalogue.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { nameOfProvider } from '../../effects/realParts.ts'
import { driveFilesOf, type DriveFileView } from '../../outside/drives.ts'
import {
  addIdpAccount,
  approve,
  changeIdpAccount,
  deny,
  failNextAuthorize,
  findIdpAccount,
  type IdpAccountInput,
  idpAccountsOf,
  type ClientRequest,
} from '../../outside/identityProviders.ts'
import type { RealProviderInput } from '../../outside/real/providers/realProvider.ts'
import { readClientRequest } from '../../pages/clientRequest.ts'
import type { IdpAccount } from '../../store/outsideRecords.ts'
import { transact, type World } from '../../world/world.ts'
import { assertSimulatedProvider } from './assertSimulated.ts'
import { type AttachedPart, shown } from './attachControl.ts'

/** A simulated identity provider, or the real one that is attached in its place. */
interface IdpControl {
  /**
   * Lets a real provider sign people in under this provider's name: the authorize URL leads to it, and codes are
   * exchanged there. While it is attached, functions that change the simulated provider are refused. Attaching again
   * replaces it.
   *
   * @throws TypeError for a provider that does not answer, and for metadata that cannot be used
   * @example
   * await mock.idp.google.attach({ issuer: 'http://127.0.0.1:8080/realms/staff' })
   */
  attach(input: RealProviderInput): Promise<AttachedPart>
  /**
   * Returns to the simulated provider, with its people.
   *
   * @param domain - The tenant whose provider is detached. @default the provider of all tenants
   * @returns Whether a real one was attached.
   */
  detach(domain?: string): boolean
  /** The real provider, if one is attached. @param domain - Its tenant. @default that of all tenants */
  attached(domain?: string): AttachedPart | undefined
  /** Adds a person who can sign in at the provider. An e-mail is verified by default. */
  addUser(input?: IdpAccountInput): Promise<IdpAccount>
  /** The people of the provider, in the order in which they were added. */
  users(): IdpAccount[]
  /** The files in the drives of the provider's people, the earliest first. Only some providers have drives. */
  files(): DriveFileView[]
  /**
   * Signs a person in on the provider's page, and brings the answer to the service, as a browser does.
   *
   * @param authorizeUrl - The page's URL, from `oauth.getLoginUrl`.
   * @param account - E-mail address, user name or id of the person.
   * @returns The URL that the browser goes to next, with code and state; `undefined` when the state has no redirect
   * URL.
   * @throws TypeError when the provider has no such person, or the URL is not that of its page
   * @throws DomainError `invalidVerification` for an unknown, expired or answered state
   */
  approve(authorizeUrl: string, account: string): Promise<string | undefined>
  /**
   * Cancels on the provider's page. The answer is the error `access_denied`; otherwise as {@link IdpControl.approve}.
   */
  deny(authorizeUrl: string): Promise<string | undefined>
  /** Changes a person's account at the provider, such as its address. @throws TypeError for an unknown account */
  updateUser(accountId: string, changes: Omit<IdpAccountInput, 'accountId'>): Promise<IdpAccount>
  /**
   * Makes the next authorize calls fail with an OAuth error, such as `access_denied`.
   *
   * @param times - How many. @default 1
   */
  fail(error: string, times?: number): Promise<void>
}

/** Simulated identity providers by their wire name. */
export type IdpControls = Readonly<Record<OAuthProvider, IdpControl>>

export function createIdpControls(world: World): IdpControls {
  const controls = Object.fromEntries(
    oauthProviders.map((provider) => [provider, createIdpControl(world, provider)]),
  ) as IdpControls
  return new Proxy(controls, {
    get(target, name) {
      // Other names stay undefined: printing and awaiting an object read `toJSON`, `then` and more.
      if (typeof name === 'string' && !(name in target) && (isProvider(name) || nearest(name, oauthProviders)))
        assertOAuthProvider(name)
      return Reflect.get(target, name) as unknown
    },
  })
}

function createIdpControl(world: World, provider: OAuthProvider): IdpControl {
  /** Runs work at the simulated provider. @throws TypeError while a real one is attached */
  const change = async <T>(call: keyof IdpControl, work: (backend: WorldBackend) => T | Promise<T>): Promise<T> => {
    assertSimulatedProvider(world, provider, `idp.${provider}.${call}()`)
    return transact(world, work)
  }
  return {
    async attach(input) {
      const { connectProvider } = await import('../../outside/real/providers/realProvider.ts')
      const part = await connectProvider(provider, input)
      world.realParts.attach(part)
      return shown(part)
    },
    detach: (domain) => world.realParts.detach(nameOfProvider(provider, domain)),
    attached(domain) {
      const part = world.realParts.find(nameOfProvider(provider, domain))
      return part && shown(part)
    },
    addUser: (input = {}) => change('addUser', (backend) => addIdpAccount(backend, provider, input)),
    updateUser: (accountId, changes) =>
      change('updateUser', (backend) => changeIdpAccount(backend, { provider, accountId }, changes)),
    users: () => idpAccountsOf({ store: world.store.reader }, provider),
    files: () => driveFilesOf({ store: world.store.reader }, provider),
    approve: (authorizeUrl, account) =>
      change('approve', (backend) => approveSignIn(backend, provider, { authorizeUrl, account })),
    deny: (authorizeUrl) => change('deny', (backend) => denySignIn(backend, provider, authorizeUrl)),
    fail: (error, times = 1) => change('fail', (backend) => failNextAuthorize(backend, provider, { error, times })),
  }
}

/** @throws TypeError for a name that is not an OAuth provider, with the nearest one that is */
export function assertOAuthProvider(name: string): asserts name is OAuthProvider {
  if (!(oauthProviders as readonly string[]).includes(name))
    throw new TypeError(`Failed to use "${name}": this is not an OAuth provider.${didYouMean(name, oauthProviders)}`)
}

function approveSignIn(
  backend: WorldBackend,
  provider: ProviderName,
  { authorizeUrl, account: hint }: { authorizeUrl: string; account: string },
): Promise<string | undefined> {
  const request = readPageRequest(backend, provider, authorizeUrl)
  const account = findIdpAccount(backend, provider, hint)
  if (!account)
    throw new TypeError('Failed to call "approve()": the provider has no such person. Add the person with `addUser()`.')
  return approve(backend, request, account).then((answer) => keepAnswer(backend, request, answer.fields))
}

function denySignIn(backend: WorldBackend, provider: ProviderName, authorizeUrl: string): Promise<string | undefined> {
  const request = readPageRequest(backend, provider, authorizeUrl)
  return keepAnswer(backend, request, deny(backend, request).fields)
}

/** @throws TypeError for a URL at which the provider shows no page */
function readPageRequest(backend: WorldBackend, provider: ProviderName, authorizeUrl: string): ClientRequest {
  const url = URL.canParse(authorizeUrl) ? new URL(authorizeUrl) : undefined
  const isPage =
    url !== undefined && url.origin + url.pathname === backend.outside.identityProviders.authorizationUrl({ provider })
  const request = isPage ? readClientRequest(backend, provider, url.searchParams) : undefined
  if (!request || request.error !== undefined)
    throw new TypeError(
      `Failed to sign in at "${provider}": this is not a URL of its page. Take the URL from \`oauth.getLoginUrl\`.`,
    )
  return request
}
