import type { ControlInput } from '../../live/control.ts'
import type { Live } from '../../live/createLive.ts'

export type WalletKind = 'embedded' | 'external'

type EmbeddedChain = ControlInput<'POST wallets/embedded'>['chain']
type ExternalChain = ControlInput<'POST wallets'>['chain']

/** Words for the chains of embedded wallets. One that is left out does not compile. */
export const embeddedChains = Object.entries({
  EVM: 'EVM',
  SVM: 'Solana',
  SUI: 'Sui',
  BTC: 'Bitcoin',
  TON: 'TON',
} satisfies Record<EmbeddedChain, string>)

/** The chains of wallets that people bring along. */
export const externalChains: readonly (readonly [ExternalChain, string])[] = [
  ['EVM', 'EVM'],
  ['SOL', 'Solana'],
  ['BTC', 'Bitcoin'],
  ['SUI', 'Sui'],
  ['TON', 'TON'],
]

interface NewWallet {
  readonly environmentId: string
  /** A user, or the address of a new one. */
  readonly owner: { readonly userId: string } | { readonly email: string }
  /** `address` is that of an external wallet; empty for one that is made up. */
  readonly wallet: { readonly kind: WalletKind; readonly chain: string; readonly address: string }
}

/**
 * Creates a wallet of a person. A new person whose wallet is refused is deleted again.
 *
 * @returns The id of the wallet
 * @throws Error with the sentence of a refusal
 */
export async function createPersonsWallet(live: Live, { environmentId, owner, wallet }: NewWallet): Promise<string> {
  if ('userId' in owner) return createWallet(live, { environmentId, userId: owner.userId, wallet })
  if (owner.email === '') throw new Error('email: enter the address of the new person.')
  const { id: userId } = await live.call('POST create/user', { email: owner.email, environmentId })
  try {
    return await createWallet(live, { environmentId, userId, wallet })
  } catch (error) {
    await live.call('POST people/delete', { userId })
    throw error
  }
}

interface OwnedWallet extends Pick<NewWallet, 'environmentId' | 'wallet'> {
  readonly userId: string
}

async function createWallet(live: Live, { environmentId, userId, wallet }: OwnedWallet): Promise<string> {
  const { kind, chain, address } = wallet
  if (kind === 'embedded') {
    await turnOnEmbeddedWallets(live, environmentId)
    return (await live.call('POST wallets/embedded', { userId, chain: chain as EmbeddedChain })).walletId
  }
  const publicWalletAddress =
    address === '' ? (await live.call('POST wallets', { chain: chain as ExternalChain })).address : address
  const input = { userId, environmentId, publicWalletAddress, chain: chain as ExternalChain }
  return (await live.call('POST create/wallet', input)).id
}

/** The service makes embedded wallets only where their provider is on. */
async function turnOnEmbeddedWallets(live: Live, environmentId: string): Promise<void> {
  const provider = 'dynamic'
  const { providers } = await live.call('GET providers', { environmentId })
  if (providers.some((other) => other.provider === provider && other.isEnabled)) return
  await live.call('POST providers/set', { provider, isEnabled: true, environmentId })
}
