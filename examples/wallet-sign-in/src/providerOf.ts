import type { Eip1193Provider } from '@latchkey/client/browser-wallets'
import type { Connector } from 'wagmi'

/** The provider of the connected wallet, for the functions of `/browser-wallets`. */
export async function providerOf(connector: Connector | undefined): Promise<Eip1193Provider> {
  if (!connector) throw new Error('No wallet is connected.')
  return (await connector.getProvider()) as Eip1193Provider
}
