import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toHex, toUtf8 } from './bytes.ts'

/**
 * The part of a provider of Ethereum (EIP-1193) that is used. `window.ethereum`, the providers of EIP-6963, and those of
 * viem, wagmi, ethers and WalletConnect have it.
 */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown
  removeListener?(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown
}

/** Options of {@link fromEip1193}. */
export interface Eip1193Options {
  /** @default 'EVM' */
  chain?: 'EVM' | 'ETH' | undefined
}

/**
 * A wallet of an EVM chain, by its provider.
 *
 * The message has the network that the wallet is on. If the sign-in asks for another one by its `chainId`, it fails with
 * `wrong_chain` before the person signs.
 *
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
