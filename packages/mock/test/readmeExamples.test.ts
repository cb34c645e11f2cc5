import { readFile } from 'node:fs/promises'
import type { components } from '@latchkey/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createPublicClient, createWalletClient, custom, http, parseEther } from 'viem'
import { createBundlerClient, toSoladySmartAccount } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { defineScenario } from '../src/control/defineScenario.ts'
import { createMock } from '../src/mock/createMock.ts'

const names = {
  ExactEvmScheme,
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
  wrapFetchWithPayment,
  x402Client,
}
type Mock = ReturnType<typeof createMock>
type Schemas = components['schemas']

/** The code of a section of the README or of a recipe, without imports and types. */
async function examples(place: string): Promise<string> {
  const [path = '', title] = place.split(' > ')
  const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8')
  const sections = text.split(/\n## /)
  const section = (title ? sections.find((part) => part.startsWith(title)) : sections[0]) ?? ''
  const blocks = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  return blocks
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replace(/^export default /gm, 'void ')
    .replaceAll(': bigint', '')
    .replaceAll(' as `0x${string}`', '')
    .replaceAll(/(?<=[\])\w])!(?=[.\s])/g, '')
}

/** Runs the code of a section, or of several one after the other. @returns The values of the names that it declares. */
async function run<T>(place: string | readonly string[], declared: string): Promise<T> {
  const sections = await Promise.all([place].flat().map(examples))
  const code = `return (async () => { ${sections.join('\n')}; return { ${declared} } })()`
  return (new Function(...Object.keys(names), code) as (...values: unknown[]) => Promise<T>)(...Object.values(names))
}

const payee = '0x00000000000000000000000000000000000B0b01'

describe('the README and its recipes', () => {
  it('show what a test does with the mock, as it is written', async () => {
    const { mock, ada } = await run<{ mock: Mock; ada: { id: string } }>(
      'README.md > What a test does with it',
      'mock, ada',
    )
    expect(mock.events.last({ eventName: 'user.created' })?.data).toMatchObject({ id: ada.id })
    expect(mock.faults.list()).toMatchObject([{ operation: 'users.list' }])
  })

  it('show the events as it is written', async () => {
    const { created } = await run<{ created: { data: { email: string } } }>('docs/recipes/events.md', 'created')
    expect(created.data.email).toBe('ada@example.com')
  })

  it('show a webhook on demand as it is written', async () => {
    const { last, user } = await run<{ last: object; user: { id: string } }>(
      'docs/recipes/events.md > A webhook on demand',
      'last, user',
    )
    const body = { eventName: 'user.created', data: { id: user.id, email: 'ada@example.com' } }
    expect(last).toMatchObject({ isTriggered: true, status: 'delivered', request: { body } })
  })

  it('show a batch of calls as it is written', async () => {
    const { mock, bob, carol, ...batch } = await run<
      Record<string, unknown> & { mock: Mock; bob: string; carol: string }
    >('docs/recipes/batches.md', 'mock, bob, carol, status, atomic, receipts')
    expect(batch).toMatchObject({ status: 'success', atomic: true, receipts: [{ status: 'success' }] })
    expect([bob, carol].map((to) => mock.chain.balance(to, { networkId: base.id }))).toEqual(['0.1', '0.1'])
  })

  it('show a payment of x402 as it is written, and then a policy that forbids it', async () => {
    const place = 'docs/recipes/x402.md'
    const { weather, payments, wallet } = await run<{
      weather: object
      payments: readonly object[]
      wallet: { address: string }
    }>(place, 'weather, payments, wallet')
    expect([weather, payments]).toMatchObject([{ sky: 'clear' }, [{ payer: wallet.address, amount: '10000' }]])
    const { mock, refusal } = await run<{ mock: Mock; refusal: Error }>(
      [place, `${place} > A policy that forbids it`],
      'mock, refusal',
    )
    expect(refusal.message).toContain('The rule "Not here" denies this')
    expect(mock.x402.payments()).toHaveLength(1)
  })

  it('shows a scenario whose person is signed in, as it is written', async () => {
    const { mock, headers, wallet } = await run<{
      mock: Mock
      headers: { authorization: string }
      wallet: { address: string }
    }>('docs/recipes/scenarios.md', 'mock, headers, wallet')
    const { id } = mock.defaults.environments.sandbox
    const response = await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${id}/users`, { headers })
    expect(await response.json()).toMatchObject({ firstName: 'Ada', lists: ['beta'] })
    expect(mock.chain.balance(wallet.address, { token: 'USDC' })).toBe('50')
  })

  it('shows a payment on a chain that works as it is written', async () => {
    const { mock, wallet } = await run<{ mock: Mock; wallet: { address: string } }>(
      'docs/recipes/chains.md',
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
    }>('docs/recipes/embedded-wallets.md', 'mock, wallet, phone')
    expect(mock.chain.balance(payee)).toBe('0.5')
    expect([wallet.shares.length, phone.shares.length]).toEqual([0, 1])
  })

  it('shows a smart wallet whose first user operation a paymaster pays, as it is written', async () => {
    const { mock, wallets, paymasterAddress } = await run<{
      mock: Mock
      wallets: readonly { id: string }[]
      paymasterAddress: string
    }>('docs/recipes/embedded-wallets.md > Smart wallets', 'mock, wallets, paymasterAddress')
    const { smartWallet } = await mock.wallets.details(wallets[0]?.id ?? '')
    expect(smartWallet).toMatchObject({ deployedOn: [1], paymaster: paymasterAddress.toLowerCase() })
    expect(Number(mock.chain.balance(paymasterAddress))).toBeLessThan(1)
  })

  it('shows the stamps of a passkey and of a key as they are written', async () => {
    const { vendorSignedRequest, stampedByKey, embeddedWalletSpecificOpts } = await run<{
      vendorSignedRequest: Schemas['VendorSignedRequest']
      stampedByKey: Schemas['VendorSignedRequest']
      embeddedWalletSpecificOpts: Schemas['CreateVendorEmbeddedWalletSpecificOpts']
    }>('docs/recipes/custody.md', 'vendorSignedRequest, stampedByKey, embeddedWalletSpecificOpts')
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
    }>('docs/recipes/embedded-wallets.md > Policies of embedded wallets', 'answers, disguises')
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
    }>('docs/recipes/embedded-wallets.md > Delegated access', 'mock, agent, signature')
    expect(signature).toHaveLength(128)
    await mock.clock.settle()
    expect(agent.wallets()).toEqual([])
  })
})
