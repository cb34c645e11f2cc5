import type { components } from '@latchkey/types'
import { keccak256, parseEther, serializeTransaction, type TransactionSerializable } from 'viem'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { createSharedWallet, enableWaas, type SharedWallet, signedIn } from './waasPeople.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>
export type Rule = Schemas['WaasPolicyRule']
export type SigningBody = Schemas['SignMessageWithWaasRequest']

export const mallory = '0x52908400098527886E0F7030069857D2E4169EE7'
export const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** A rule with defaults for what a test does not care about. */
export const rule = (fields: Partial<Rule> = {}): Rule => ({ name: 'Rule', ruleType: 'deny', chain: 'EVM', ...fields })

/** A user with a wallet whose key is shared, and what they ask for. */
export interface Signer {
  readonly token: string
  readonly userId: string
  readonly wallet: SharedWallet
  /** The reply of a call that has to succeed. */
  ask(body: SigningBody): Promise<{ readonly roomId: string }>
  /** The refusal of a call. */
  refuse(
    body: SigningBody,
  ): Promise<{ readonly status: number; readonly code?: string | undefined; readonly body: unknown }>
}

export async function createSigner(host: Host, chain: Schemas['WaasChainEnum'] = 'EVM'): Promise<Signer> {
  await enableWaas(host)
  const { token, userId } = await signedIn(host, `${chain.toLowerCase()}@example.com`)
  const addressType = chain === 'BTC' ? ({ addressType: 'native_segwit' } as const) : {}
  const wallet = await createSharedWallet(host, token, { chain, ...addressType })
  const params = { walletId: wallet.walletId }
  return {
    token,
    userId,
    wallet,
    ask: async (body) => (await host.call('waas.signMessage', { token, params, body })).body,
    refuse: (body) => host.refuse('waas.signMessage', { token, params, body }),
  }
}

/** Adds rules to the policy of the sandbox. @returns The rules with their ids. */
export async function addRules(host: Host, ...rules: readonly Partial<Rule>[]): Promise<Rule[]> {
  const { body } = await host.call('waasPolicies.create', { body: { rulesToAdd: rules.map(rule) } })
  return body.policyContent.slice(-rules.length)
}

/** Lists the data of the violations' events, the earliest first. */
export async function violations(host: Host): Promise<Record<string, unknown>[]> {
  const { body } = await host.call('events.list')
  const ours = body.filter(({ eventName }) => eventName === 'waas.policy.violation')
  return ours.map(({ data }) => data as Record<string, unknown>).reverse()
}

/** A request to sign a transaction of Ethereum, which pays 1 ether and no fee unless the test says otherwise. */
export function transaction(fields: Partial<TransactionSerializable> & { readonly to?: string }): SigningBody {
  const common = { chainId: 1, nonce: 0, gas: 100_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, type: 'eip1559' }
  return { message: serializeTransaction({ ...common, value: parseEther('1'), ...fields } as TransactionSerializable) }
}

export const digestOf = ({ message }: SigningBody) => keccak256(message as `0x${string}`)

/** A request that serves an address, by the name of the disguise. */
export async function disguiseOf(host: Host, address: string, disguise: string): Promise<SigningBody> {
  const match = (await host.mock.policies.disguises({ address })).find(({ name }) => name === disguise)
  if (!match) throw new Error(`There is no disguise "${disguise}".`)
  return match.request
}
