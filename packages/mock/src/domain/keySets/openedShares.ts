import { readHex, toHex } from '@latchkey/base/bytes'
import type { Identity, PartySecrets } from '@latchkey/ceremony'
import { hmacSha256 } from '@latchkey/crypto/hmac'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { loadCeremony } from './ceremony.ts'
import { sealingOf } from './sealing.ts'

/** The service's parties in the rooms of a key set, with their opened shares. */
interface OpenedShares {
  /** The service's parties, each with its share. */
  readonly services: readonly PartySecrets[]
  /**
   * Deals the triples of ECDSA. It is derived from the sealed text, so that it draws nothing from the random source.
   */
  readonly dealer: Identity
}

/** How many key sets stay opened. */
const limit = 128

/**
 * The last opened key sets, by seal key and sealed text. The ceremony caches keys of boxes and checked shares by
 * object. Computing these takes most of the time of a signature.
 */
const opened = new Map<string, OpenedShares>()

/** The parts of the backend that opening shares needs. */
type Opener = Pick<Backend, 'cursorKey' | 'random'>

type Sealed = Pick<WalletKeySet, 'serverShares'>

/** Opens the shares of the service. Shares that were opened before come from the cache. */
async function openShares(backend: Opener, { serverShares }: Sealed): Promise<OpenedShares> {
  const name = `${toHex(backend.cursorKey)} ${serverShares}`
  const existing = opened.get(name)
  if (existing) return existing
  const [{ createIdentity }, { open }] = await Promise.all([loadCeremony(), sealingOf(backend)])
  const secretKey = readHex(hmacSha256(backend.cursorKey, `triple dealer ${serverShares}`)) ?? new Uint8Array()
  const shares = { services: open<PartySecrets[]>(serverShares), dealer: createIdentity(() => secretKey) }
  const [oldest] = opened.keys()
  if (opened.size >= limit && oldest !== undefined) opened.delete(oldest)
  opened.set(name, shares)
  return shares
}

/** The service's parties of a key set, with their shares. */
export async function servicesOf(backend: Opener, record: Sealed): Promise<readonly PartySecrets[]> {
  return (await openShares(backend, record)).services
}

/** The identity that deals the triples of ECDSA for a key set. It is no party of the wallet. */
export async function dealerOf(backend: Opener, record: Sealed): Promise<Identity> {
  return (await openShares(backend, record)).dealer
}
