import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'

/** The part of Keplr's object that {@link fromKeplr} uses. Leap, Cosmostation and others have it, too. */
export interface KeplrWallet {
  getKey(chainId: string): Promise<{ readonly bech32Address: string }>
  signArbitrary(chainId: string, signer: string, data: string): Promise<{ pub_key: object; signature: string }>
}

/** Options of {@link fromKeplr}. */
export interface KeplrOptions {
  /**
   * The event that the wallet fires in the page when the person selects another account.
   * @default 'keplr_keystorechange'
   */
  changeEvent?: string | undefined
}

/**
 * Creates a {@link WalletSource} for a Cosmos wallet from the object of Keplr or a similar wallet (ADR-36). The network
 * is the `chainId` of the sign-in, and `cosmoshub-4` without one. The address begins with the prefix of the network.
 *
 * @throws {@link TypeError} when there is no such object, as in a browser without the wallet.
 * @example await signInWithWallet(session, { wallet: fromKeplr(window.keplr), walletName: 'keplr', chainId: 'osmosis-1' })
 */
export function fromKeplr(
  keplr: KeplrWallet,
  { changeEvent = 'keplr_keystorechange' }: KeplrOptions = {},
): WalletSource {
  assertArgument(keplr?.signArbitrary, 'keplr', 'an object like window.keplr')
  let network = 'cosmoshub-4'
  const addressOn = async (chainId: string) => (await keplr.getKey(chainId)).bech32Address
  return {
    chain: 'COSMOS',
    async prove({ chainId, message: write, select }) {
      network = String(chainId)
      const address = select([await addressOn(network)])
      const message = write(address)
      const { pub_key, signature } = await keplr.signArbitrary(network, address, message)
      return { address, message, signature: signature && JSON.stringify({ pub_key, signature }) }
    },
    follow(listener) {
      const tell = () => addressOn(network).then(listener, () => listener(undefined))
      addEventListener(changeEvent, tell)
      return () => removeEventListener(changeEvent, tell)
    },
  }
}
