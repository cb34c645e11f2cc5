import type { WalletSource } from '../session/walletSource.ts'
import { assertArgument } from '../shared/assertArgument.ts'

/** The part of Keplr's object that is used. Leap, Cosmostation and others have it, too. */
export interface KeplrWallet {
  getKey(chainId: string): Promise<{ readonly bech32Address: string }>
  signArbitrary(chainId: string, signer: string, data: string): Promise<{ pub_key: object; signature: string }>
}

/** Options of {@link fromKeplr}. */
export interface KeplrOptions {
  /** The event of the page when the person selects another account. @default 'keplr_keystorechange' */
  changeEvent?: string | undefined
}

/**
 * A wallet of Cosmos, by the object of Keplr or of a wallet like it (ADR-36). Its network is the sign-in's `chainId`, or
 * else `cosmoshub-4`; the address begins with that network's prefix.
 *
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
