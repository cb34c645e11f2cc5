import { readFile } from 'node:fs/promises'
import type { components } from '@latchkey/types'
import { createPublicClient, createWalletClient, custom, http, parseEther } from 'viem'
import { createBundlerClient, toSoladySmartAccount } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { defineScenario } from '../src/control/defineScenario.ts'
import { createMock } from '../src/mock/createMock.ts'

const names = {
  base,
  createBundlerClient,
  createMock,
  createPublicClient,
  createWalletClient,
  custom,
  defineScenario,
  http,
  mainnet,
  parseEther,
  privateKeyToAccount,
  toSoladySmartAccount,
}
type Mock = ReturnType<typeof createMock>
type Schemas = components['schemas']

/** The code of a section of the README, without imports and types. */
async function examples(title: string): Promise<string> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const parts = [...text.split('\n## '), ...text.split('\n### ')]
  const section = parts.find((part) => part.startsWith(title)) ?? ''
  const blocks = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  return blocks
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replace(/^export default /gm, 'void ')
    .replaceAll(': bigint', '')
    .replaceAll(' as `0x${string}`', '')
    .replaceAll(/(?<=[\])\w])!(?=[.\s])/g, '')
}

/** Runs the code of a section. @returns The values of the names that it declares. */
async function run<T>(title: string, declared: string): Promise<T> {
  const code = `return (async () => { ${await examples(title)}; return { ${declared} } })()`
  return (new Function(...Object.keys(names), code) as (...values: unknown[]) => Promise<T>)(...Object.values(names))
}

const payee = '0x00000000000000000000000000000000000B0b01'

describe('the README', () => {
  it('shows a scenario whose person is signed in, as it is written', async () => {
    const { mock, headers, wallet } = await run<{
      mock: Mock
      headers: { authorization: string }
      wallet: { address: string }
    }>('Scenarios', 'mock, headers, wallet')
    const { id } = mock.defaults.environments.sandbox
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/users`, { headers })
    expect(await response.json()).toMatchObject({ firstName: 'Ada', lists: ['beta'] })
    expect(mock.chain.balance(wallet.address, { token: 'USDC' })).toBe('50')
  })

  it('shows a payment on a chain that works as it is written', async () => {
    const { mock, wallet } = await run<{ mock: Mock; wallet: { address: string } }>(
      'The pretended chains',
      'mock, wallet, abi',
    )
    expect(mock.chain.balance(payee, { networkId: 8453 })).toBe('0.5')
    expect(mock.chain.transactions({ address: wallet.address, networkId: 8453 })).toMatchObject([
      { status: 'success', transfers: [{ kind: 'native' }] },
    ])
    expect(mock.chain.balance(wallet.address, { token: 'USDC' })).toBe('50')
  })

  it('shows an embedded wallet that pays, and moves to another device, as it is written', async () => {
    const { mock, wallet, phone } = await run<{
      mock: Mock
      wallet: { shares: readonly unknown[] }
      phone: { shares: readonly unknown[] }
    }>('Embedded wallets', 'mock, wallet, phone')
    expect(mock.chain.balance(payee)).toBe('0.5')
    expect([wallet.shares.length, phone.shares.length]).toEqual([0, 1])
  })

  it('shows a smart wallet whose first user operation a paymaster pays, as it is written', async () => {
    const { mock, wallets, paymasterAddress } = await run<{
      mock: Mock
      wallets: readonly { id: string }[]
      paymasterAddress: string
    }>('Smart wallets', 'mock, wallets, paymasterAddress')
    const { smartWallet } = await mock.wallets.details(wallets[0]?.id ?? '')
    expect(smartWallet).toMatchObject({ deployedOn: [1], paymaster: paymasterAddress.toLowerCase() })
    expect(Number(mock.chain.balance(paymasterAddress))).toBeLessThan(1)
  })

  it('shows the stamps of a passkey and of a key as they are written', async () => {
    const { vendorSignedRequest, stampedByKey, embeddedWalletSpecificOpts } = await run<{
      vendorSignedRequest: Schemas['VendorSignedRequest']
      stampedByKey: Schemas['VendorSignedRequest']
      embeddedWalletSpecificOpts: Schemas['CreateVendorEmbeddedWalletSpecificOpts']
    }>('Wallets at the custody vendor', 'vendorSignedRequest, stampedByKey, embeddedWalletSpecificOpts')
    expect([vendorSignedRequest, stampedByKey].map(({ stamp }) => stamp.stampHeaderName)).toEqual([
      'X-Stamp-Webauthn',
      'X-Stamp',
    ])
    const { credentialId } = JSON.parse(vendorSignedRequest.stamp.stampHeaderValue) as { credentialId: string }
    expect(credentialId).toBe(embeddedWalletSpecificOpts.attestation.credentialId)
  })

  it('shows a policy that refuses every disguise of an address, as it is written', async () => {
    const { answers, disguises } = await run<{
      answers: readonly object[]
      disguises: readonly { readonly isHidden?: true }[]
    }>('Policies of embedded wallets', 'answers, disguises')
    expect(answers.length).toBeGreaterThan(40)
    const denied = { isAllowed: false, violation: 'address_denied', reason: 'The rule "No Mallory" denies this.' }
    const hidden = { isAllowed: false, violation: 'undecodable' }
    expect(answers).toMatchObject(disguises.map(({ isHidden }) => (isHidden ? hidden : denied)))
    expect(disguises.filter(({ isHidden }) => !isHidden).length).toBeGreaterThan(40)
  })

  it('shows a server that users let sign as it is written', async () => {
    const { mock, agent, signature } = await run<{
      mock: Mock
      agent: { wallets(): readonly unknown[] }
      signature: string
    }>('Delegated access', 'mock, agent, signature')
    expect(signature).toHaveLength(128)
    await mock.clock.settle()
    expect(agent.wallets()).toEqual([])
  })
})
