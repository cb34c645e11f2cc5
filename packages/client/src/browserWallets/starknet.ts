import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'
import { walletError } from '../shared/walletError.ts'

/** The part of a get-starknet wallet that {@link fromStarknetWallet} uses, such as `window.starknet_argentX`. */
export interface StarknetWallet {
  readonly name: string
  request(call: { type: string; params?: unknown }): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts?: string[]) => void): unknown
  off?(event: 'accountsChanged', listener: (accounts?: string[]) => void): unknown
}

/** The type of a struct whose members are all of one type. */
const membersOf = (struct: object, type: string) => Object.keys(struct).map((name) => ({ name, type }))

/**
 * Creates a {@link WalletSource} for a Starknet wallet from its get-starknet object. The wallet signs typed data
 * (SNIP-12, revision 1) with the fields of a sign-in message. If the sign-in has a `chainId`, such as `SN_MAIN`, and
 * the wallet is on another network, the sign-in fails with `wrong_chain`.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromStarknetWallet(await connect()) })
 */
export function fromStarknetWallet(wallet: StarknetWallet): WalletSource {
  assertArgument(wallet?.request, 'wallet', 'a wallet of get-starknet')
  return {
    chain: 'STARK',
    walletName: wallet.name,
    async prove({ fields, chainId: requested, select }) {
      const { resources: _, ...texts } = fields
      const address = select((await wallet.request({ type: 'wallet_requestAccounts' })) as string[])
      const chainId = nameOf(await wallet.request({ type: 'wallet_requestChainId' }))
      if (requested && nameOf(requested) !== chainId) throw walletError('wrong_chain')
      const message = { ...texts, address, chainId }
      const domain = { name: 'Sign in', version: '1', chainId, revision: '1' }
      const types = { StarknetDomain: membersOf(domain, 'shortstring'), SignIn: membersOf(message, 'string') }
      const params = { types, primaryType: 'SignIn', domain, message }
      const felts = (await wallet.request({ type: 'wallet_signTypedData', params })) as string[]
      // Wallets write numbers with zeros before them, in capitals, or in decimal.
      const signature = felts?.[0] && JSON.stringify(felts.map((felt) => `0x${BigInt(felt).toString(16)}`))
      return { address, message: JSON.stringify(params), signature }
    },
    follow(listener) {
      const onAccounts = (accounts?: string[]) => listener(accounts?.[0])
      wallet.on?.('accountsChanged', onAccounts)
      return () => wallet.off?.('accountsChanged', onAccounts)
    },
  }
}

/** The name of a network, which wallets write as the hex of its letters. */
const nameOf = (chainId: unknown) =>
  decodeURIComponent(`${chainId}`.replace(/^0x.*/, (hex) => hex.slice(2).replace(/../g, '%$&')))
