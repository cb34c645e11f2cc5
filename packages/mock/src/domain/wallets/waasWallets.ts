import type { components } from '@latchkey/types'
import type { ServerWallet } from '../../store/delegationRecords.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'

type Schemas = components['schemas']

interface KeyedWallet {
  readonly wallet: ServerWallet
  readonly keySet: WalletKeySet
}

/** How the key of a wallet is shared. */
export function waasWalletOf({ wallet, keySet: { chain, keySet } }: KeyedWallet): Schemas['WaasWallet'] {
  const { id: walletId, publicKey: accountAddress, properties: { derivationPath = '', keyShares = [] } = {} } = wallet
  return {
    accountAddress,
    chainName: chain,
    walletId,
    thresholdSignatureScheme: keySet.scheme,
    derivationPath,
    keyShares: [...keyShares],
  }
}
