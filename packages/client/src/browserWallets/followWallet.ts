import { isSameAccount } from '../session/sameAccount.ts'
import type { Session } from '../session/session.ts'
import { assertSession, walletsOf } from '../session/view.ts'
import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { report } from '../shared/report.ts'

/** Options of {@link followWallet}. */
export interface FollowWalletOptions {
  /**
   * Called when the person selects an account that the user has not linked. Called without an address when the person
   * disconnects the wallet from the site.
   * @default signs out
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
 * Follows the account of a wallet, and signs out or calls `onSwitch` when the person selects an account that the user
 * has not linked. It does nothing while nobody is signed in, or if the user has no wallet of the chain.
 *
 * @returns A function that stops following.
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
