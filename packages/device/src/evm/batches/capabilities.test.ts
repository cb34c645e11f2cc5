import { describe, expect, it } from 'vitest'
import { address, type Answers, createProviderWorld, other } from '../test/providerWorld.ts'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const delegation = `0x${'de'.repeat(20)}` as const
const smart = `0x${'5a'.repeat(20)}` as const
const delegated = `0xef0100${'de'.repeat(20)}`

const setUp = (answers: Answers = {}) =>
  createProviderWorld({
    answers: { eth_getCode: '0x', eth_supportedEntryPoints: [entryPoint], ...answers },
    batches: {
      delegationOf: (chainId) => (chainId === 1 ? delegation : undefined),
      smartWallet: () => ({ address: smart }),
    },
  })
const paymasterService = { supported: true }

describe('wallet_getCapabilities', () => {
  it.each([
    ['ready to delegate', {}, address, { atomic: { status: 'ready' }, paymasterService }],
    [
      'ready to delegate where the node is no bundler',
      { eth_supportedEntryPoints: [] },
      address,
      { atomic: { status: 'ready' } },
    ],
    ['delegated', { eth_getCode: delegated }, address, { atomic: { status: 'supported' }, paymasterService }],
    [
      'delegated where the node is no bundler',
      { eth_getCode: delegated, eth_supportedEntryPoints: null },
      address,
      { atomic: { status: 'supported' } },
    ],
    ['with other code', { eth_getCode: '0x60' }, address, { atomic: { status: 'unsupported' } }],
    ['of a smart wallet', {}, smart, { atomic: { status: 'supported' }, paymasterService }],
    [
      'of a smart wallet where the node is no bundler',
      { eth_supportedEntryPoints: [] },
      smart,
      { atomic: { status: 'unsupported' } },
    ],
  ])('are those of an account %s', async (...[, answers, account, capabilities]) => {
    expect(await setUp(answers).ask('wallet_getCapabilities', account)).toEqual({ '0x1': capabilities })
  })

  it('are those of the chains that the app asks for and the wallet has, each once', async () => {
    const { ask, paramsOf } = setUp()
    const answer = await ask('wallet_getCapabilities', address, ['0x2105', '0x5', '0x2105', '0x1'])
    expect(answer).toEqual({
      '0x2105': { atomic: { status: 'unsupported' } },
      '0x1': { atomic: { status: 'ready' }, paymasterService },
    })
    expect(paramsOf('eth_getCode')).toHaveLength(2)
  })

  it('are those of the present chain where the app asks for none', async () => {
    const { ask } = setUp()
    await ask('wallet_switchEthereumChain', { chainId: '0x2105' })
    expect(await ask('wallet_getCapabilities', address, null)).toEqual({
      '0x2105': { atomic: { status: 'unsupported' } },
    })
    expect(await ask('wallet_getCapabilities', address, [])).toEqual({})
  })

  it.each(['0x1', ['one'], [1.5], {}])('refuse chain ids in another form: %j', async (chainIds) => {
    await expect(setUp().ask('wallet_getCapabilities', address, chainIds)).rejects.toMatchObject({ code: -32_602 })
  })

  it('refuse an account that the app does not have', async () => {
    await expect(setUp().ask('wallet_getCapabilities', other)).rejects.toMatchObject({ code: 4100 })
  })
})
