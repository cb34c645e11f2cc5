import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../mock/createMock.ts'

const secret = '11'.repeat(32)

let mock: Mock
beforeEach(() => {
  mock = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
})

describe('mock.wallets', () => {
  it('makes the same wallets for the same seed, and another one for each call', async () => {
    const again = createMock({ seed: 'test', now: '2026-01-15T09:30:00.000Z' })
    const [first, second] = [await mock.wallets.evm(), await mock.wallets.evm()]
    expect([first.address, second.address]).toEqual([
      (await again.wallets.evm()).address,
      (await again.wallets.evm()).address,
    ])
    expect(first.address).not.toBe(second.address)
  })

  it('makes the wallet of a secret', async () => {
    expect(await mock.wallets.evm({ secret })).toMatchObject({
      chain: 'EVM',
      address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
      secret,
    })
    expect((await mock.wallets.evm({ secret: `0x${secret}` })).secret).toBe(secret)
  })

  it('refuses invalid secrets and unknown kinds of account', async () => {
    for (const bad of ['', 'zz'.repeat(32), secret.slice(2)])
      await expect(mock.wallets.evm({ secret: bad })).rejects.toThrow(TypeError)
    await expect(mock.wallets.evm({ kind: 'p2tr' })).rejects.toThrow(RangeError)
  })

  it('writes a message for the present time, the site and the main network', async () => {
    const { address, message } = await mock.wallets.evm({ secret })
    const lines = [
      'URI: https://app.example.com',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: abcdefgh1',
      'Issued At: 2026-01-15T09:30:00.000Z',
    ]
    expect(message({ nonce: 'abcdefgh1' })).toBe(
      ['app.example.com wants you to sign in with your Ethereum account:', address, '', '', ...lines].join('\n'),
    )
    expect(message({ nonce: 'abcdefgh1', origin: 'http://localhost:3000' })).toContain('localhost:3000 wants you')
    expect(() => message({ nonce: 'short' })).toThrow(TypeError)
  })

  it('leaves an account as it is that the simulated chain knows already', async () => {
    const { address } = await mock.wallets.evm({ secret, kind: 'counterfactual' })
    await mock.chain.deployWallet({ address, owners: [address] })
    await mock.wallets.evm({ secret, kind: 'counterfactual' })
    expect(mock.export().tables.contractWallets).toMatchObject([{ isDeployed: true, owners: [address.toLowerCase()] }])
  })
})

describe('mock.chain', () => {
  it('refuses an invalid address', async () => {
    await expect(mock.chain.deployWallet({ owners: ['nobody'] })).rejects.toThrow(TypeError)
    await expect(mock.chain.registerKeys('FLOW', '0x1', [])).rejects.toThrow(TypeError)
    await expect(mock.chain.registerFarcaster({ fid: 1, address: 'nobody' })).rejects.toThrow(TypeError)
  })

  it('moves a Farcaster id to another address', async () => {
    const [first, second] = [await mock.wallets.evm(), await mock.wallets.evm()]
    await mock.chain.registerFarcaster({ fid: 7, address: first.address, username: 'ada' })
    expect(await mock.chain.registerFarcaster({ fid: 7, address: second.address })).toMatchObject({
      fid: 7,
      username: 'ada',
      address: second.address.toLowerCase(),
    })
    expect(mock.export().tables.farcasterIds).toHaveLength(1)
  })
})
