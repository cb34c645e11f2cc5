import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { createFakeNode } from '../support/fakeNode.ts'
import { customNetworkBody } from './customNetworkBody.ts'
import { startRoundTrip } from './oauthRoundTrip.ts'

const host = createHost()
const node = createFakeNode()
/** A server that nobody has attached, and where it was asked. */
const url = 'https://inside.example.com'
let asked: string[]
beforeEach(async () => {
  asked = []
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).startsWith(url)) return send(input, init)
    asked.push(String(input))
    return Response.json({ keys: [], result: '0x1' })
  })
  // Something is real, so that questions may leave the mock.
  await host.mock.chain.attach(1, node.url)
})
afterEach(() => vi.restoreAllMocks())

describe('a URL that a request or a setting names', () => {
  it('is not asked as the JWK set of an issuer, nor in the header of a token', async () => {
    const iss = 'https://login.example.com'
    const jwksUrl = `${url}/jwks`
    await host.mock.settings.patch({ security: { externalAuth: { enabled: true, iss, jwksUrl } } })
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const now = Math.floor(host.mock.clock.now() / 1000)
    for (const header of [{}, { jku: `${url}/jku` }, { jwk: await exportJWK(publicKey) }, { x5u: `${url}/x5u` }]) {
      const jwt = await new SignJWT({ iss, sub: 'user-1', iat: now, exp: now + 3600 })
        .setProtectedHeader({ alg: 'ES256', kid: 'k-1', ...header })
        .sign(privateKey)
      expect(await host.refuse('externalAuth.signIn', { body: { jwt } })).toMatchObject({ status: 422 })
    }
    expect(asked).toEqual([])
    // The developer may name it, and then it is asked.
    await host.mock.issuers.attach({ jwksUrl })
    expect(asked).toEqual([jwksUrl])
  })

  it('is not asked as the node of a custom network', async () => {
    const rpcUrl = `${url}/rpc`
    await host.call('customNetworks.create', { body: { ...customNetworkBody, rpcUrl } })
    const networkId = Number(customNetworkBody.chainId)
    const accountAddress = `0x${'ad'.repeat(20)}`
    const { token } = await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
    const { body } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress, networkId, includeNative: true },
    })
    expect(body).toMatchObject([{ symbol: 'HBR', balance: 0 }])
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
    const reply = await host.fetch(host.mock.chain.rpcUrl(networkId), { method: 'POST', body: JSON.stringify(call) })
    expect(await reply.json()).toHaveProperty('result')
    expect(asked).toEqual([])
  })

  it('is not asked as the tenant or the root of a provider', async () => {
    const { host: domain } = new URL(url)
    await host.mock.create.provider({ provider: 'okta', domain, baseAuthUrl: `${url}/oauth2` })
    const { url: loginUrl, state } = await startRoundTrip(host, { provider: 'okta' })
    expect(loginUrl).toContain(`${host.mock.baseUrl}/__mock/idp/okta/authorize`)
    const body = { code: 'code', state, codeVerifier: 'x'.repeat(43) }
    expect(await host.refuse('oauth.signIn', { params: { providerType: 'okta' }, body })).toMatchObject({ status: 422 })
    expect(asked).toEqual([])
  })
})
