import { isSameAccount } from '../session/sameAccount.ts'
import type { Session } from '../session/session.ts'
import { assertSession, walletsOf } from '../session/view.ts'
import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { report } from '../shared/report.ts'

/** Options of {@link followWallet}. */
export interface FollowWalletOptions {
  /**
   * Is called when the person has selected an account that the user does not have, or, without an address, has
   * disconnected the wallet from the site.
   * @default the session is signed out
   */
  onSwitch?: ((address: string | undefined) => unknown) | undefined
}

/** The namespaces (CAIP-2) in which credentials name chains, if they are others than the name in small letters. */
const namespaces: Readonly<Record<string, string>> = {
  EVM: 'eip155',
  ETH: 'eip155',
  SOL: 'solana',
  BTC: 'bip122',
  ALGO: 'algorand',
  STARK: 'starknet',
}

/**
 * Follows the account of a wallet while somebody is signed in with it. Each account that the user has linked may be
 * selected. Nothing happens while nobody is signed in, or for a user without a wallet of the chain.
 *
 * @returns A function that ends it.
 * @example
 * const end = followWallet(session, fromEip1193(window.ethereum), {
 *   onSwitch: (address) => (address ? askToLink(address) : session.signOut()),
 * })
 */
export function followWallet(
  session: Session,
  wallet: WalletSource,
  { onSwitch = () => session.signOut() }: FollowWalletOptions = {},
): () => void {
  assertSession(session, 'follow a wallet')
  assertArgument(typeof wallet?.prove === 'function', 'wallet', 'a wallet, such as fromEip1193(window.ethereum)')
  const namespace = namespaces[wallet.chain] ?? wallet.chain.toLowerCase()
  let isOver = false

  async function check(selected: string | undefined): Promise<void> {
    await session.ready
    if (isOver) return
    const wallets = walletsOf(session.user ?? null).filter(({ chain }) => chain === namespace)
    const isOfUser = wallets.some(({ address }) => selected && isSameAccount(address, selected))
    if (wallets.length > 0 && !isOfUser) await onSwitch(selected)
  }

  const end = wallet.follow?.((address) => void check(address).catch(report))
  return () => {
    isOver = true
    end?.()
  }
}
