import type { Backend } from '../backend.ts'
import { isEmail } from '../domain/addresses.ts'
import { assert } from '../domain/errors.ts'
import { addIdpAccount, approve, type AuthorizeRequest, authorize, deny, findIdpAccount, idpAccountsOf, readAuthorizeRequest } from '../domain/idp.ts'
import { oauthProviders } from '../domain/providerCatalogue.ts'
import type { Reply } from '../http/respond.ts'
import { consentPage } from './consent.ts'
import { pageHeaders } from './html.ts'

export interface IdpRequest {
  readonly method: string
  readonly provider: string
  readonly action: 'authorize' | 'consent'
  readonly search: URLSearchParams
  readonly form: URLSearchParams
}

/**
 * Answers for the pretended identity providers: `authorize` sends the browser on or shows the page, `consent` takes the
 * page's form.
 *
 * @throws DomainError `notFound`, `methodNotAllowed`; `badRequest` for an unknown client or redirect URI
 */
export function answerIdp(backend: Backend, { method, provider: name, action, search, form }: IdpRequest): Reply {
  const provider = oauthProviders.find((known) => known === name)
  assert(provider, 'notFound')
  const allow = action === 'authorize' ? 'GET' : 'POST'
  assert(method === allow, 'methodNotAllowed', { allow })
  const choices = new URLSearchParams(form)
  const params = action === 'authorize' ? search : withoutChoices(form)
  const request = readAuthorizeRequest(backend, provider, params)
  const location = action === 'authorize' ? authorize(backend, request) : request.error ? authorize(backend, request) : choose(backend, request, choices)
  if (location !== undefined) return { status: 302, headers: { location } }
  const problem = action === 'consent' ? 'Enter an e-mail address, such as ada@example.com.' : undefined
  return { status: problem ? 400 : 200, headers: pageHeaders, body: consentPage({ ...request, params, problem, accounts: idpAccountsOf(backend, provider) }) }
}

function withoutChoices(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].filter(([name]) => !name.startsWith('mock_')))
}

/** Does what the person has chosen; `undefined` where that cannot be done. */
function choose(backend: Backend, request: AuthorizeRequest, choices: URLSearchParams): string | undefined {
  const choice = choices.get('mock_choice') ?? ''
  if (choice === 'deny') return deny(request)
  if (choice.startsWith('account:')) {
    const account = backend.store.idpAccounts.find('byAccountId', [request.provider, choice.slice('account:'.length)])
    return account && approve(backend, request, account)
  }
  const email = choices.get('mock_email')?.trim() ?? ''
  if (!isEmail(email)) return undefined
  const account = findIdpAccount(backend, request.provider, email) ?? addIdpAccount(backend, request.provider, { email, emailVerified: choices.has('mock_email_verified') })
  return approve(backend, request, account)
}
