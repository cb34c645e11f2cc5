import type { VendorWallet } from '../../store/vendorRecords.ts'
import { sessionKeyOf } from '../sessions/sessionKeys.ts'
import type { Backend } from '../shared/backend.ts'
import { vendorWalletOf } from './vendorWallets.ts'

/** The public keys, beside the passkeys, that stamp requests for a wallet now: API keys, and those of live sessions. */
export function stampingKeysOf(backend: Backend, vendorWallet: VendorWallet): ReadonlySet<string> {
  const apiKeys = vendorWallet.apiKeys.filter(({ expiresAt }) => expiresAt > backend.clock.iso())
  return new Set([...apiKeys.map(({ publicKey }) => publicKey), ...sessionKeysOf(backend, vendorWallet)])
}

/** Session keys came with the second generation. */
function sessionKeysOf(backend: Backend, vendorWallet: VendorWallet): string[] {
  const { store, clock } = backend
  if (vendorWallet.hdWalletId === undefined) return []
  return [...store.sessions.scan('openByUser', [vendorWallet.userId])]
    .filter(({ expiresAt, sessionKey }) => {
      if (sessionKey === undefined || expiresAt <= clock.iso()) return false
      return sessionKey.walletId === undefined || isOf(backend, sessionKey.walletId, vendorWallet)
    })
    .flatMap((session) => sessionKeyOf(backend, session) ?? [])
}

function isOf(backend: Backend, walletId: string, { id }: VendorWallet): boolean {
  const wallet = backend.store.wallets.get(walletId)
  return wallet !== undefined && vendorWalletOf(backend, wallet)?.id === id
}
