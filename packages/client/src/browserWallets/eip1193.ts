import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'
import { toHex } from './bytes.ts'

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
  /** The account that has to sign. @default the one that is selected in the wallet */
  account?: string | undefined
  /** @default 'EVM' */
  chain?: 'EVM' | 'ETH' | undefined
  /** Wire name of the wallet application, such as `metamask`. */
  walletName?: string | undefined
}

/**
 * A wallet of an EVM chain, by its provider.
 *
 * The message has the network that the wallet is on. If the sign-in asks for another one by its `chainId`, it fails with
 * `wrong_chain` before the person signs.
 *
 * @example await signInWithWallet(session, { wallet: fromEip1193(window.ethereum, { walletName: 'metamask' }) })
 */
export function fromEip1193(provider: Eip1193Provider, options: Eip1193Options = {}): WalletSource {
  assertArgument(typeof provider?.request === 'function', 'provider', 'a provider, such as window.ethereum')
  const { account, chain = 'EVM', walletName } = options
  const isAsked = (address: string) => !account || address.toLowerCase() === account.toLowerCase()
  return {
    chain,
    walletName,
    async prove(request) {
      const accounts = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
      if (!accounts?.length) throw walletError('locked')
      const address = accounts.find(isAsked)
      if (!address) throw walletError('other_account')
      const chainId = Number(await provider.request({ method: 'eth_chainId' }))
      if (request.chainId && Number(request.chainId) !== chainId) throw walletError('wrong_chain')
      const message = request.message({ address, chainId })
      // As bytes: some wallets read a text that begins with `0x` as hex.
      const params = [toHex(new TextEncoder().encode(message)), address]
      const signature = (await provider.request({ method: 'personal_sign', params })) as string
      return { address, message, signature: signature?.replace?.(/^(?!0x|$)/, '0x') }
    },
    follow(listener) {
      const onAccounts = ([address]: string[]) => listener(address)
      provider.on?.('accountsChanged', onAccounts)
      // A wallet that is locked shows no account yet.
      void provider.request({ method: 'eth_accounts' }).then(
        (accounts) => (accounts as string[] | undefined)?.length && onAccounts(accounts as string[]),
        () => {},
      )
      return () => void provider.removeListener?.('accountsChanged', onAccounts)
    },
  }
}
