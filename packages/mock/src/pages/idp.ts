import { pageHeaders } from '@latchkey/base/html'
import type { Reply } from '@latchkey/base/reply'
import { appNameOf } from '../domain/environments/environments.ts'
import { hasRedirectUrl } from '../domain/flows/signIn/oauth.ts'
import { displayNameOf, oauthProviders, type ProviderName, providerRow } from '../domain/providers/providerCatalogue.ts'
import { isEmail } from '../domain/shared/addresses.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { outsidePaths } from '../outside/addresses.ts'
import { driveFilesFor } from '../outside/drives.ts'
import {
  addIdpAccount,
  approve,
  type AuthorizeAnswer,
  authorize,
  deny,
  findIdpAccount,
  idpAccountsOf,
  type ClientRequest,
} from '../outside/identityProviders.ts'
import { idpDiscovery, idpJwks, userInfo } from '../outside/providerTokens.ts'
import { readClientRequest } from './clientRequest.ts'
import { consentPage } from './consent.ts'
import { formPostHeaders, formPostPage } from './formPost.ts'

export interface IdpRequest {
  readonly method: string
  readonly provider: string
  /** The path below the provider. */
  readonly action: string
  readonly search: URLSearchParams
  readonly form: URLSearchParams
  /** `Authorization` header. */
  readonly authorization: string | null
}

interface Action {
  /** Methods, separated as in `Allow`. */
  readonly allow: string
  /** Whether only providers that issue ID tokens serve it. */
  readonly openId?: boolean
  answer(backend: WorldBackend, provider: ProviderName, request: IdpRequest): Reply | Promise<Reply>
}

const preflight: Reply = {
  status: 204,
  headers: { 'access-control-allow-headers': 'authorization', 'access-control-allow-methods': 'GET, POST' },
}

const actions: Readonly<Record<string, Action>> = {
  authorize: {
    allow: 'GET',
    answer: async (backend, provider, { search }) => {
      const request = readClientRequest(backend, provider, search)
      const answer = await authorize(backend, request, { isSilentAllowed: isRedirected(backend, request) })
      return answer ? send(answer) : ask(backend, request, { params: withoutChoices(search) })
    },
  },
  consent: {
    allow: 'POST',
    answer: async (backend, provider, { form }) => {
      const params = withoutChoices(form)
      const request = readClientRequest(backend, provider, params)
      const answer = request.error
        ? await authorize(backend, request, { isSilentAllowed: false })
        : await choose(backend, request, form)
      return answer
        ? send(answer)
        : ask(backend, request, {
            params,
            problem: 'Enter an e-mail address, such as ada@example.com.',
          })
    },
  },
  userinfo: {
    allow: 'GET, POST, OPTIONS',
    answer: (backend, provider, { method, authorization }) =>
      method === 'OPTIONS' ? preflight : { status: 200, body: userInfo(backend, provider, bearerOf(authorization)) },
  },
  files: {
    allow: 'GET, OPTIONS',
    answer: (backend, provider, { method, authorization }) =>
      method === 'OPTIONS' ? preflight : listDrive(backend, provider, bearerOf(authorization)),
  },
  jwks: { allow: 'GET', openId: true, answer: () => ({ status: 200, body: idpJwks() }) },
  '.well-known/openid-configuration': {
    allow: 'GET',
    openId: true,
    answer: (backend, provider) => ({ status: 200, body: idpDiscovery(backend, provider) }),
  },
}

/**
 * Answers requests for the simulated identity providers: `authorize` redirects the browser or shows the page, `consent`
 * reads the page's form, `userinfo` returns the claims of an account, `files` lists its drive, and the rest describes
 * the provider.
 *
 * @throws {@link DomainError} `notFound`, `methodNotAllowed`; `badRequest` for an unknown client or redirect URI;
 * `unauthorized` or `tokenExpired` for a bad access token, `forbidden` for one without the scope
 */
export function answerIdp(backend: WorldBackend, request: IdpRequest): Reply | Promise<Reply> {
  const provider = oauthProviders.find((name) => name === request.provider)
  const action = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined
  assert(provider && action && (!action.openId || providerRow(provider).openId), 'notFound')
  assert(action.allow.split(', ').includes(request.method), 'methodNotAllowed', { allow: action.allow })
  return action.answer(backend, provider, request)
}

function bearerOf(authorization: string | null): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/** The files in the drive of an account, for an application that has the right scope. */
function listDrive(backend: WorldBackend, provider: ProviderName, accessToken = ''): Reply {
  assert(backend.outside.drives.hasDrives(provider), 'notFound')
  const files = driveFilesFor(backend, provider, accessToken)
  assert(files !== 'token_invalid', 'unauthorized', { message: 'Send an access token of this provider.' })
  assert(files !== 'scope_missing', 'forbidden', { message: 'No scope of this access token opens the drive.' })
  return { status: 200, body: { files } }
}

function isRedirected(backend: WorldBackend, request: ClientRequest): boolean {
  return hasRedirectUrl(backend, request, request.state)
}

/** Sends an answer to the application, in the query or as a form. */
function send({ redirectUri, responseMode, fields }: AuthorizeAnswer): Reply {
  if (responseMode === 'form_post')
    return { status: 200, headers: formPostHeaders, body: formPostPage(redirectUri, fields) }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return { status: 302, headers: { location: url.href } }
}

function ask(
  backend: WorldBackend,
  request: ClientRequest,
  { params, problem }: { readonly params: URLSearchParams; readonly problem?: string },
): Reply {
  return {
    status: problem ? 400 : 200,
    headers: pageHeaders,
    body: consentPage({
      ...request,
      action: `${outsidePaths(backend).provider(request.provider)}/consent`,
      providerName: displayNameOf(request.provider),
      appName: appNameOf(backend, request.environmentId),
      isRedirected: isRedirected(backend, request),
      params,
      problem,
      accounts: idpAccountsOf(backend, request.provider),
    }),
  }
}

/** The parameters of the authorize call without the user's choices, which only the page's form may contain. */
function withoutChoices(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].filter(([name]) => !name.startsWith('mock_')))
}

/** Does what the user has chosen. @returns `undefined` for an invalid choice */
async function choose(
  backend: WorldBackend,
  request: ClientRequest,
  choices: URLSearchParams,
): Promise<AuthorizeAnswer | undefined> {
  const choice = choices.get('mock_choice') ?? ''
  if (choice === 'deny') return deny(backend, request)
  if (choice.startsWith('account:')) {
    const account = backend.store.idpAccounts.find('byAccountId', [request.provider, choice.slice('account:'.length)])
    return account && approve(backend, request, account)
  }
  const email = choices.get('mock_email')?.trim() ?? ''
  if (!isEmail(email)) return undefined
  const account =
    findIdpAccount(backend, request.provider, email) ??
    addIdpAccount(backend, request.provider, { email, emailVerified: choices.has('mock_email_verified') })
  return approve(backend, request, account)
}
