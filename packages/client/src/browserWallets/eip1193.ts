import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toHex, toUtf8 } from './bytes.ts'

/**
 * The part of an EIP-1193 provider that {@link fromEip1193} uses. `window.ethereum`, the providers of EIP-6963, and
 * those of viem, wagmi, ethers and WalletConnect have it.
 */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown
  removeListener?(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown
}

/** Options of {@link fromEip1193}. */
export interface Eip1193Options {
  /** The chain under which the service stores the wallet. @default 'EVM' */
  chain?: 'EVM' | 'ETH' | undefined
}

/**
 * Creates a {@link WalletSource} for an EVM wallet from its provider.
 *
 * The message names the network that the wallet is on. If the sign-in has the `chainId` of another network, it fails
 * with `wrong_chain` before the person signs.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromEip1193(window.ethereum), walletName: 'metamask' })
 */
export function fromEip1193(provider: Eip1193Provider, { chain = 'EVM' }: Eip1193Options = {}): WalletSource {
  assertArgument(typeof provider?.request === 'function', 'provider', 'a provider, such as window.ethereum')
  const ask = (method: string, params?: unknown) => provider.request({ method, params })
  return {
    chain,
    async prove({ chainId, select, message: write }) {
      const address = select((await ask('eth_requestAccounts')) as string[])
      const network = Number(await ask('eth_chainId'))
      if (chainId && Number(chainId) !== network) throw walletError('wrong_chain')
      const message = write(address, network)
      // As bytes: some wallets read a text that begins with `0x` as hex.
      const signature = (await ask('personal_sign', [toHex(toUtf8(message)), address])) as string
      return { address, message, signature: signature?.replace?.(/^(?!0x|$)/, '0x') }
    },
    follow(listener) {
      const onAccounts = ([address]: string[]) => listener(address)
      provider.on?.('accountsChanged', onAccounts)
      // A wallet that is locked shows no account yet.
      ask('eth_accounts')
        .then((accounts) => (accounts as string[])[0] && onAccounts(accounts as string[]))
        .catch(() => {})
      return () => provider.removeListener?.('accountsChanged', onAccounts)
    },
  }
}
