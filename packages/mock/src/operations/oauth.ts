import type { Backend } from '../backend.ts'
import { initializeOAuth, keepAnswer, loginUrl, oauthResult, type OAuthPlace, type ProviderAnswer, verifyOAuth } from '../domain/oauth.ts'
import { pageHeaders } from '../pages/html.ts'
import { oauthResultPage } from '../pages/oauthResult.ts'
import type { Call, ResourceOperations } from './operation.ts'

export const oauth = {
  initialize({ backend, params, body }) {
    initializeOAuth(backend, placeOf(params), body)
    return { status: 204 }
  },

  login({ backend, params, query }) {
    return { status: 302, headers: { location: loginUrl(backend, placeOf(params), query) } }
  },

  getLoginUrl({ backend, params, query }) {
    return { status: 200, body: { url: loginUrl(backend, placeOf(params), query) } }
  },

  redirect({ backend, params, query }) {
    return receive(backend, placeOf(params), query)
  },

  redirectFormPost({ backend, params, body }) {
    return receive(backend, placeOf(params), body)
  },

  getResult({ backend, params, body }) {
    return { status: 200, body: oauthResult(backend, placeOf(params), body.state) }
  },

  async verify({ backend, params, body, caller, request }) {
    const { body: reply, cookies } = await verifyOAuth(backend, placeOf(params), { caller, body, request })
    return { status: 200, body: reply, cookies }
  },
} satisfies ResourceOperations<'oauth'>

function placeOf({ environmentId, providerType }: Call<'oauth.login'>['params']): OAuthPlace {
  return { environmentId, provider: providerType }
}

function receive(backend: Backend, place: OAuthPlace, answer: ProviderAnswer) {
  const location = keepAnswer(backend, place, answer)
  if (location !== undefined) return { status: 302 as const, headers: { location } }
  return { status: 200 as const, headers: pageHeaders, body: oauthResultPage(answer.error) }
}
