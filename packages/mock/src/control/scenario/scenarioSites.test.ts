import { expect, it } from 'vitest'
import { createHost } from '#host'
import { customNetworkBody } from '../../../test/people/customNetworkBody.ts'
import { defineScenario } from '../defineScenario.ts'

const host = createHost()

const sites = defineScenario({
  networks: [{ ...customNetworkBody, networkType: 'EVM' }],
  origins: ['https://shop.example.com'],
  deeplinkUrls: ['shop://callback'],
  hostnames: [{ hostname: 'auth.example.com', usage: 'cookies', active: true }, { hostname: 'login.example.com' }],
  sdkViews: [{ type: 'login', sections: [{ type: 'email' }, { type: 'passkey' }] }],
})

it('creates the networks, deep links, hostnames and views of a scenario', async () => {
  await host.mock.load(sites)
  const { body: networks } = await host.call('customNetworks.list')
  expect(networks.customNetworks?.map(({ customNetwork }) => customNetwork)).toMatchObject([customNetworkBody])
  const { body: links } = await host.call('deeplinkUrls.list')
  expect(links.deeplinkUrls?.map(({ url }) => url)).toEqual(['shop://callback'])
  const { body: hostnames } = await host.call('customHostnames.list')
  expect(hostnames.customHostnames?.map(({ hostname, status }) => [hostname, status])).toEqual([
    ['auth.example.com', 'active'],
    ['login.example.com', 'pending'],
  ])
  const { body: view } = await host.call('sdkViews.get', { params: { sdkViewType: 'login' } })
  expect(view.sections).toEqual([{ type: 'email' }, { type: 'passkey' }])
})

it.each<[what: string, part: object, message: string]>([
  ['a network that exists', { networks: [customNetworkBody, customNetworkBody] }, 'networks[1]:'],
  ['a deep link with a wildcard in its path', { deeplinkUrls: ['https://example.com/*'] }, 'deeplinkUrls[0]:'],
  [
    'a hostname that is there twice',
    { hostnames: [{ hostname: 'a.example.com' }, { hostname: 'a.example.com' }] },
    'hostnames[1]:',
  ],
  ['a hostname that is none', { hostnames: [{ hostname: 'not a name' }] }, 'hostnames[0].hostname:'],
  ['a view that does not exist', { sdkViews: [{ type: 'logout' }] }, 'sdkViews[0].type:'],
  [
    'a section that does not exist',
    { sdkViews: [{ type: 'login', sections: [{ type: 'fax' }] }] },
    'sdkViews[0].sections[0].type:',
  ],
])('refuses %s with its path, and creates nothing', async (_, part, message) => {
  const before = host.mock.export()
  const failure = await host.mock
    .load({ origins: ['https://shop.example.com'], ...part })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TypeError)
  expect((failure as TypeError).message).toContain(message)
  expect(host.mock.export().tables).toEqual(before.tables)
})
