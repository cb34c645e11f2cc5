import { describe, expect, it } from 'vitest'
import { readKept } from './keptFields.ts'
import { withPlaceholders } from './withPlaceholders.ts'

const hide = (scenario: object, ...keptFields: string[]) => withPlaceholders(scenario, readKept(keptFields)).scenario

const nft = (contractAddress: string, networkId = 1) => ({ type: 'nft', address: { networkId, contractAddress } })
const evm = `0x${'6'.repeat(40)}`
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('a scenario with placeholders', () => {
  it.each<[what: string, origins: string[], shown: string[]]>([
    ['a host', ['https://app.harbour.example'], ['https://host1.example.com']],
    [
      'hosts, of which the same is the same',
      ['https://a.example', 'http://a.example', 'https://b.example'],
      ['https://host1.example.com', 'http://host1.example.com', 'https://host2.example.com'],
    ],
    [
      'ports',
      ['https://a.example:8443', 'https://a.example'],
      ['https://host1.example.com', 'https://host2.example.com'],
    ],
    ['what a wildcard is before', ['https://*.a.example'], ['https://*.host1.example.com']],
    ['an extension', ['chrome-extension://abcdefgh'], ['chrome-extension://extension-a']],
    [
      'nothing of this machine',
      ['http://localhost:3000', 'http://localhost:*'],
      ['http://localhost:3000', 'http://localhost:*'],
    ],
  ])('hides %s in origins', (_, origins, shown) => {
    expect(hide({ origins })).toEqual({ origins: shown })
  })

  it.each<[what: string, url: string, shown: string]>([
    ['the name of the app', 'harbour://', 'app-a://'],
    ['host, path and query', 'harbour://callback/abc?token=1', 'app-a://link1/path1'],
    ['a path with nothing before it', 'com-harbour:///secret', 'app-a:///path1'],
    ['host and path of a page', 'https://app.example/cb?key=abc', 'https://host1.example.com/path1'],
    ['the path on this machine', 'http://localhost:3000/cb?key=abc', 'http://localhost:3000/path1'],
  ])('hides %s in deep links', (_, url, shown) => {
    expect(hide({ deeplinkUrls: [url] })).toEqual({ deeplinkUrls: [shown] })
  })

  it('has another deep link for another query, so that none comes twice', () => {
    const deeplinkUrls = ['harbour://cb?a=1', 'harbour://cb?a=2', 'other://cb?a=1']
    expect(hide({ deeplinkUrls })).toEqual({
      deeplinkUrls: ['app-a://link1/path1', 'app-a://link1/path2', 'app-b://link1/path1'],
    })
  })

  it('keeps together what has the same scope or the same contract', () => {
    const gates = [
      { name: 'Holders', scope: 'vip', rules: [nft(evm), nft(solana), nft(evm)] },
      { name: 'Others', scope: 'staff', rules: [nft(evm.replace('6', '7'))] },
    ]
    const first = '0x1000000000000000000000000000000000000001'
    expect(hide({ gates, allowlists: [{ name: 'Holders', scope: 'vip' }] })).toEqual({
      gates: [
        { name: 'Gate 1', scope: 'scope1', rules: [nft(first), nft('11111111111111111111111111111113'), nft(first)] },
        { name: 'Gate 2', scope: 'scope2', rules: [nft('0x1000000000000000000000000000000000000003')] },
      ],
      allowlists: [{ name: 'List 1', scope: 'scope1' }],
    })
  })

  it('numbers a network of the deployment, and keeps those that everybody knows', () => {
    const rules = [nft(evm, 1), nft(evm, 424_242)]
    expect(hide({ gates: [{ name: 'A', rules }] })).toMatchObject({
      gates: [{ rules: [{ address: { networkId: 1 } }, { address: { networkId: 9_000_001 } }] }],
    })
  })

  it('has the settings of a new environment, truth values and numbers, and nothing else of the settings', () => {
    const settings = {
      general: {
        displayName: 'Harbour',
        supportEmail: 'help@harbour.example',
        supportUrls: { ada: 'https://a.example/x' },
      },
      design: { modal: { theme: 'light', view: 'harbour-view', primaryColor: '#abcdef', radius: 4 } },
      privacy: { collectIp: false },
      kyc: [{ name: 'email' }, { name: 'Berth', label: 'Where do you moor?' }],
    }
    expect(hide({ settings, customFields: [{ name: 'Berth' }] })).toEqual({
      settings: {
        general: {
          displayName: 'text-1',
          supportEmail: 'contact1@example.com',
          supportUrls: { key1: 'https://host1.example.com/path1' },
        },
        design: { modal: { theme: 'light', view: 'text-2', primaryColor: '#000001', radius: 4 } },
        privacy: { collectIp: false },
        kyc: [{ name: 'email' }, { name: 'Field 1', label: 'Text 3' }],
      },
      customFields: [{ name: 'Field 1' }],
    })
  })

  it('leaves out a text that nothing can stand for, and names its field', () => {
    const dns = [{ type: 'harbour', name: 'a', value: 'b' }]
    expect(withPlaceholders({ dns }, () => false)).toMatchObject({ leftOut: ['dns[].type'] })
  })

  it('has the texts of a field that is to be kept, wherever they stand', () => {
    const gates = [{ name: 'Holders', scope: 'vip' }]
    const allowlists = [{ name: 'Staff', scope: 'vip' }]
    expect(hide({ gates, allowlists }, 'gates[].scope')).toEqual({
      gates: [{ name: 'Gate 1', scope: 'vip' }],
      allowlists: [{ name: 'List 1', scope: 'vip' }],
    })
  })

  it.each<[what: string, url: string, shown: string]>([
    ['user and password', 'https://ada:hunter22@a.example/cb', 'https://a.example/cb'],
    ['query and fragment', 'https://a.example/cb?x=hunter22#y', 'https://a.example/cb?key=1'],
    ['a fragment', 'https://a.example/#hunter22', 'https://a.example/?key=1'],
    ['a key with digits', 'https://a.example/v2/9aa3d95b3bc440fa88ea12eaa4456161', 'https://a.example/v2/key'],
    ['a key of letters', 'https://a.example/v2/sKqWmZxRtYbNvCdLp', 'https://a.example/v2/key'],
    ['the query of a deep link', 'harbour://cb?token=hunter22', 'harbour://cb?key=1'],
  ])('has a kept URL without %s', (_, url, shown) => {
    expect(hide({ deeplinkUrls: [url] }, 'deeplinkUrls')).toEqual({ deeplinkUrls: [shown] })
  })
})
