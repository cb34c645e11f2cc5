import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
let token: string

beforeEach(async () => {
  token = (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))).token
})

const scan = async (url: string) => (await host.call('simulation.scanUrl', { token, body: { url } })).body.isMalicious

describe('simulation.scanUrl', () => {
  it('finds a flagged site by every URL of its host and of the hosts below it, and no other site', async () => {
    await host.mock.chain.flagSite('https://airdrop.example.com/claim')
    expect(await scan('https://airdrop.example.com')).toBe(true)
    expect(await scan('http://airdrop.example.com/other?page=1')).toBe(true)
    expect(await scan('airdrop.example.com')).toBe(true)
    expect(await scan('https://eu.airdrop.example.com/')).toBe(true)
    expect(await scan('https://example.com')).toBe(false)
    expect(await scan('https://notairdrop.example.com')).toBe(false)
  })

  it('answers null while the reports contradict each other, and false once they are taken back', async () => {
    await host.mock.chain.flagSite('shop.example.com', { verdict: 'unclear' })
    expect(await scan('https://shop.example.com')).toBeNull()
    await host.mock.chain.flagSite('shop.example.com', { verdict: 'benign' })
    expect(await scan('https://shop.example.com')).toBe(false)
  })

  it('lets a report about a host override the one about its parent', async () => {
    await host.mock.chain.flagSite('example.org')
    await host.mock.chain.flagSite('status.example.org', { verdict: 'unclear' })
    expect(await scan('https://status.example.org')).toBeNull()
    expect(await scan('https://www.example.org')).toBe(true)
  })

  it.each([['not a URL'], ['https://'], [''], ['https://EXAMPLE.com'], [7]])(
    'refuses %j, which no site can have as its URL',
    async (url) => {
      expect(await host.refuse('simulation.scanUrl', { token, body: { url } })).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    },
  )

  it('refuses a session that waits for its second factor', async () => {
    await host.mock.settings.patch({ security: { mfa: { enabled: true, required: true } } })
    const body = { url: 'https://example.com' }
    expect(await host.refuse('simulation.scanUrl', { token, body })).toMatchObject({
      status: 403,
      code: 'mfa_required',
    })
  })

  it('refuses a body that is not JSON', async () => {
    const refusal = await host.refuse('simulation.scanUrl', {
      token,
      body: 'url=https://example.com',
      headers: { 'content-type': 'text/plain' },
    })
    expect(refusal.status).toBe(415)
  })
})
