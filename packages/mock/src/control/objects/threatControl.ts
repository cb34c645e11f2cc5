import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import { hostOf } from '../../domain/simulation/sites.ts'
import type { SiteVerdict } from '../../effects/outside.ts'
import { flagAddress, flagSite, unflagAddress } from '../../outside/threats.ts'
import { transact, type World } from '../../world/world.ts'

/** Reports about malicious addresses and sites. */
export interface ThreatControl {
  /**
   * Reports an address as malicious: simulations warn of it, and the balances of wallets leave out a token with this
   * contract.
   *
   * @throws TypeError when the address is not one of the chain
   */
  flagAddress(address: string, chain?: Chain): Promise<void>
  /** Takes back the report about an address. @throws TypeError when the address is not one of the chain */
  unflagAddress(address: string, chain?: Chain): Promise<void>
  /**
   * Sets the verdict about the host of a URL and the hosts below it: by default `malicious`. `benign` takes the reports
   * back, and `unclear` makes a scan inconclusive.
   *
   * @throws TypeError when the text is neither a URL nor a host
   */
  flagSite(url: string, options?: { readonly verdict?: SiteVerdict | undefined }): Promise<void>
}

export function createThreatControl(world: World): ThreatControl {
  return {
    async flagAddress(address, chain = 'EVM') {
      const account = accountOf(address, chain)
      await transact(world, (backend) => flagAddress(backend, account))
    },
    async unflagAddress(address, chain = 'EVM') {
      const account = accountOf(address, chain)
      await transact(world, (backend) => unflagAddress(backend, account))
    },
    async flagSite(url, { verdict = 'malicious' } = {}) {
      const host = hostOf(url)
      if (host === undefined) throw new TypeError('Failed to call "flagSite()": this is neither a URL nor a host.')
      await transact(world, (backend) => flagSite(backend, host, verdict))
    },
  }
}

function accountOf(address: string, chain: Chain): string {
  if (!isAddressOf(chain, address))
    throw new TypeError(`Failed to change the reports: this is not an address of ${chain}.`)
  return addressKey(chain, address)
}
