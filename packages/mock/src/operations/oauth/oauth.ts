import { pageHeaders } from '@latchkey/base/html'
import {
  authorizePageUrl,
  initializeOAuth,
  keepAnswer,
  loginUrl,
  oauthResult,
  type ProviderAnswer,
  verifyOAuth,
} from '../../domain/flows/signIn/oauth.ts'
import { accessTokenOf } from '../../domain/flows/signIn/oauthAccounts.ts'
import type { EnvironmentProvider } from '../../domain/flows/signIn/oauthAttempts.ts'
import { displayNameOf } from '../../domain/providers/providerCatalogue.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import type { RequestContext } from '../../domain/shared/request.ts'
import { authorizePage } from '../../pages/authorize.ts'
import { closingHeaders } from '../../pages/closingPage.ts'
import { oauthResultPage } from '../../pages/oauthResult.ts'
import type { Call, ResourceOperations } from '../operation.ts'

export const oauth = {
  initialize({ backend, params, body }) {
    initializeOAuth(backend, environmentProviderOf(params), body)
    return { status: 204 }
  },

  login({ backend, params, query }) {
    return { status: 302, headers: { location: loginUrl(backend, environmentProviderOf(params), query) } }
  },

  getLoginUrl({ backend, params, query }) {
    return { status: 200, body: { url: loginUrl(backend, environmentProviderOf(params), query) } }
  },

  getAuthorizePage({ backend, params, query }) {
    const environmentProvider = environmentProviderOf(params)
    return {
      status: 200,
      headers: pageHeaders,
      body: authorizePage(
        displayNameOf(environmentProvider.provider),
        authorizePageUrl(backend, environmentProvider, query),
      ),
    }
  },

  redirect({ backend, params, query, request }) {
    return receive(backend, environmentProviderOf(params), answerIn(query, request))
  },

  redirectCoinbase({ backend, params: { environmentId }, query, request }) {
    return receive(backend, { environmentId, provider: 'coinbasesocial' }, answerIn(query, request))
  },

  redirectFormPost({ backend, params, body }) {
    return receive(backend, environmentProviderOf(params), body)
  },

  getResult({ backend, params, body }) {
    return { status: 200, body: oauthResult(backend, environmentProviderOf(params), body.state) }
  },

  async verify({ backend, params, body, caller, request }) {
    const { body: reply, cookies } = await verifyOAuth(backend, environmentProviderOf(params), {
      caller,
      body,
      request,
    })
    return { status: 200, body: reply, cookies }
  },

  async signIn({ backend, params, body, caller, request }) {
    const { body: reply, cookies } = await verifyOAuth(backend, environmentProviderOf(params), {
      caller,
      body,
      request,
    })
    return { status: 200, body: reply, cookies }
  },

  getAccessToken({ backend, params, caller }) {
    return { status: 200, body: { accessToken: accessTokenOf(backend, caller, params.oauthAccountId) } }
  },
} satisfies ResourceOperations<'oauth'>

function environmentProviderOf({ environmentId, providerType }: Call<'oauth.login'>['params']): EnvironmentProvider {
  return { environmentId, provider: providerType }
}

function answerIn({ state, code, error }: Call<'oauth.redirect'>['query'], request: RequestContext): ProviderAnswer {
  return { state, code, error, iss: issuerIn(request) }
}

/** `iss`, which is not in the documented query (RFC 9207). If it is sent twice, at most one of the two can be valid. */
function issuerIn({ url }: RequestContext): string | undefined {
  return url.searchParams.has('iss') ? url.searchParams.getAll('iss').join(' ') : undefined
}

async function receive(backend: Backend, environmentProvider: EnvironmentProvider, answer: ProviderAnswer) {
  const location = await keepAnswer(backend, environmentProvider, answer)
  if (location !== undefined) return { status: 302 as const, headers: { location } }
  return { status: 200 as const, headers: closingHeaders, body: oauthResultPage(answer.error) }
}
