import type { SmartWallet } from '@latchkey/device/provider'
import type { World } from '../../world/world.ts'
import type { Hex } from './embeddedEvm.ts'

/**
 * The contract of the vendor's smart wallets in version 3.3. Accounts delegate to it unless the provider names another
 * one.
 */
const kernel33 = '0xd6CEDDe84be40893d153Be9d467CD6aD37875b28'

/** The accounts with code that a wallet's key commands, as they are at the time of a call. */
interface SmartAccounts {
  /** The smart wallet that the wallet has brought, at an address of its own. */
  smartWallet(): SmartWallet | undefined
  /** The contract to which the wallet's own account may delegate (EIP-7702). */
  delegation(): Hex | undefined
}

export function createSmartAccounts(
  world: World,
  { walletId, address }: { readonly walletId: string; readonly address: string },
): SmartAccounts {
  const store = world.store.reader
  const record = () => [...store.wallets.scan('bySigner', [walletId])][0]
  return {
    smartWallet() {
      const smartWallet = record()
      const contract = smartWallet && store.contractWallets.find('byAddress', [smartWallet.publicKey.toLowerCase()])
      // The device writes operations for the entry point 0.7.
      if (!smartWallet || contract?.entryPoint !== '0.7') return undefined
      return {
        address: smartWallet.publicKey as Hex,
        factory: contract.factory as Hex | undefined,
        factoryData: contract.factoryCalldata as Hex | undefined,
      }
    },
    delegation() {
      const smartWallet = record()
      if (smartWallet?.publicKey !== address) return undefined
      const provider = store.providers.find('byProvider', [smartWallet.environmentId, 'zerodev'])
      return (provider?.vendorKernelDelegationAddress || kernel33) as Hex
    },
  }
}
