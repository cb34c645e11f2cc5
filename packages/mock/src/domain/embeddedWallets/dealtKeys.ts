import { toHex } from '@latchkey/base/bytes'
import { newRecord } from '@latchkey/base/newRecord'
import type { Wallet } from '../../store/records.ts'
import { chainKeyOf, waasChainOf } from '../keySets/chainKeys.ts'
import { createKeySet, createParties, createServiceParties } from '../keySets/keySets.ts'
import { sealingOf } from '../keySets/sealing.ts'
import { presentBackup } from '../keyShares/backups.ts'
import { seatParties, sharesIn } from '../rooms/seats.ts'
import type { Backend } from '../shared/backend.ts'
import { existing } from '../shared/recordGuards.ts'
import type { EmbeddedChain } from '../wallets/walletDerivation.ts'

const scheme = 'TWO_OF_TWO'

/**
 * Puts the key of a wallet that a server creates into shares. The user has no device yet, so the service stores the
 * user's share too, without a password, where the user recovers it.
 *
 * @param secretKey - 32 bytes.
 * @returns The wallet with its properties, which the caller writes.
 */
export async function dealKey(
  backend: Backend,
  wallet: Wallet & { readonly chain: EmbeddedChain },
  secretKey: Uint8Array,
): Promise<Wallet> {
  const { id: walletId, environmentId } = wallet
  const chain = waasChainOf(wallet.chain)
  const addressType = chain === 'BTC' ? ('native_segwit' as const) : undefined
  const [[user], [service]] = await Promise.all([createParties(backend, 1), createServiceParties(backend, scheme)])
  const [userParty, serviceParty] = [existing(user, 'internal'), existing(service, 'internal')]
  const dealer = serviceParty.identity.keygenId
  const parties = [userParty.identity.keygenId, dealer]
  const { curve } = chainKeyOf(chain, addressType)
  const plan = {
    kind: 'deal',
    roomId: walletId,
    curve,
    scheme,
    parties,
    dealer,
    walletId,
    coordinator: dealer,
  } as const
  const { results = [] } = await seatParties(backend, plan, [userParty, { ...serviceParty, secret: toHex(secretKey) }])
  const shares = sharesIn(results)
  const [userShare, serviceShare] = parties.map((id) => shares.find(({ identity }) => identity.keygenId === id))
  const keySet = await createKeySet(backend, {
    environmentId,
    walletId,
    chain,
    addressType,
    isImported: true,
    keySet: existing(serviceShare, 'internal').share.keySet,
    services: serviceShare ? [serviceShare] : [],
  })
  const { seal } = await sealingOf(backend)
  const backup = backend.store.keyShareBackups.insert({
    ...newRecord(backend),
    environmentId,
    keySetId: keySet.id,
    location: 'service',
    externalKeyShareId: backend.newId(),
    sealedShare: seal(existing(userShare, 'internal')),
    passwordEncrypted: false,
    markedAt: backend.clock.iso(),
  })
  return {
    ...wallet,
    properties: {
      ...wallet.properties,
      claimed: false,
      thresholdSignatureScheme: scheme,
      keyShares: [presentBackup(backup)],
      settings: {},
    },
  }
}
