import type { WorldBackend } from '../backend.ts'
import { keepAnswer } from '../domain/flows/oauth.ts'
import {
  isProvider,
  type OAuthProvider,
  oauthProviders,
  type ProviderName,
} from '../domain/providers/providerCatalogue.ts'
import { didYouMean, nearest } from '../nearest.ts'
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
} from '../outside/identityProviders.ts'
import { readClientRequest } from '../pages/clientRequest.ts'
import type { IdpAccount } from '../store/outsideRecords.ts'
import { transact, type World } from '../world.ts'

interface IdpControl {
  /** Adds a person who can sign in there. An e-mail is verified unless told otherwise. */
  addUser(input?: IdpAccountInput): Promise<IdpAccount>
  /** The people there, in the order in which they were added. */
  users(): IdpAccount[]
  /**
   * Signs a person in on the provider's page, and brings the answer back to the service as a browser does.
   *
   * @param authorizeUrl - The page's URL, from `oauth.getLoginUrl`.
   * @param account - E-mail address, user name or id of the person.
   * @returns Where the browser goes on to, with code and state; `undefined` where the state has no redirect URL.
   * @throws TypeError where the provider has no such person or the URL is not its page's
   * @throws DomainError `invalidVerification` for a state that is unknown, expired or answered
   */
  approve(authorizeUrl: string, account: string): Promise<string | undefined>
  /** Cancels on the provider's page, as {@link IdpControl.approve}: the answer is the error `access_denied`. */
  deny(authorizeUrl: string): Promise<string | undefined>
  /** Changes what the provider knows of a person, such as an address that the person has written over. @throws TypeError without such an account */
  updateUser(accountId: string, changes: Omit<IdpAccountInput, 'accountId'>): Promise<IdpAccount>
  /** Lets the next authorize calls end in an OAuth error, such as `access_denied`. */
  fail(error: string, times?: number): Promise<void>
}

/** Pretended identity providers by their wire name. */
export type IdpControls = Readonly<Record<OAuthProvider, IdpControl>>

export function createIdpControls(world: World): IdpControls {
  const controls = Object.fromEntries(
    oauthProviders.map((provider): [OAuthProvider, IdpControl] => [
      provider,
      {
        addUser: async (input = {}) => transact(world, (backend) => addIdpAccount(backend, provider, input)),
        updateUser: async (accountId, changes) =>
          transact(world, (backend) => changeIdpAccount(backend, provider, accountId, changes)),
        users: () => idpAccountsOf({ store: world.store.reader }, provider),
        approve: async (authorizeUrl, account) =>
          transact(world, (backend) => approveSignIn(backend, provider, { authorizeUrl, account })),
        deny: async (authorizeUrl) => transact(world, (backend) => denySignIn(backend, provider, authorizeUrl)),
        fail: async (error, times = 1) =>
          void (await transact(world, (backend) => failNextAuthorize(backend, provider, error, times))),
      },
    ]),
  ) as IdpControls
  return new Proxy(controls, {
    get(target, name) {
      // Whatever else is read stays undefined: printing and awaiting read `toJSON`, `then` and more of any object.
      if (typeof name === 'string' && !(name in target) && (isProvider(name) || nearest(name, oauthProviders)))
        assertOAuthProvider(name)
      return Reflect.get(target, name) as unknown
    },
  })
}

/** @throws TypeError for a provider that people do not sign in with by OAuth, with the nearest name */
export function assertOAuthProvider(name: string): asserts name is OAuthProvider {
  if (!(oauthProviders as readonly string[]).includes(name))
    throw new TypeError(
      `Failed to reach the identity provider "${name}": it signs nobody in by OAuth.${didYouMean(name, oauthProviders)}`,
    )
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
    url !== undefined && url.origin + url.pathname === backend.outside.identityProviders.authorizationUrl(provider)
  const request = isPage ? readClientRequest(backend, provider, url.searchParams) : undefined
  if (!request || request.error !== undefined)
    throw new TypeError(
      `Failed to sign in at "${provider}": this URL does not lead to its page. Take it from \`oauth.getLoginUrl\`.`,
    )
  return request
}
