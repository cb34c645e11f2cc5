import { readHex, toHex } from '@latchkey/base/bytes'
import type { ExportPlan, PartySecrets, StepResult } from '@latchkey/ceremony'
import { loadCeremony } from '../../domain/keySets/ceremony.ts'
import { chainKeyOfSet } from '../../domain/keySets/chainKeys.ts'
import { keySetOf } from '../../domain/keySets/keySets.ts'
import { servicesOf } from '../../domain/keySets/openedShares.ts'
import type { World } from '../../world/world.ts'
import type { DeviceParty } from './embeddedDevice.ts'

/** A raw signature: hex of 64 bytes, and on EVM and BTC (except taproot) the number of the possible key that signed. */
export interface RawSignature {
  readonly signature: string
  readonly recovery?: number
}

/** Signs bytes with a whole key. */
type SignBytes = (message: Uint8Array) => RawSignature

const noRandomness = new Uint8Array(32)

async function signerOf(
  curve: 'ed25519' | 'secp256k1-bip340' | 'secp256k1-ecdsa',
  key: Uint8Array,
): Promise<SignBytes> {
  if (curve === 'ed25519') {
    const { ed25519 } = await import('@noble/curves/ed25519.js')
    return (message) => ({ signature: toHex(ed25519.sign(message, key)) })
  }
  const { schnorr, secp256k1 } = await import('@noble/curves/secp256k1.js')
  if (curve === 'secp256k1-bip340')
    return (message) => ({ signature: toHex(schnorr.sign(digestOf(message), key, noRandomness)) })
  return (message) => {
    const bytes = secp256k1.sign(digestOf(message), key, { prehash: false, format: 'recovered' })
    return { signature: toHex(bytes.subarray(1)), recovery: bytes[0] ?? 0 }
  }
}

function digestOf(message: Uint8Array): Uint8Array {
  if (message.length === 32) return message
  throw new TypeError('Failed to call "sign()": on EVM and BTC a message is a digest of 32 bytes.')
}

/**
 * Puts the key of a wallet together from a device's share and the service's, without the service's operations.
 *
 * @returns Hex of 32 bytes.
 * @throws CeremonyError for an outdated share
 */
async function combine(plan: ExportPlan, holders: readonly PartySecrets[]): Promise<string> {
  const { join, step } = await loadCeremony()
  const noBytes = (length: number) => new Uint8Array(length)
  const [recipient, ...others] = holders.map((party) => join(plan, party))
  const boxes = others.flatMap((state) => step(state, [], noBytes).boxes)
  let turn: Pick<StepResult, 'state' | 'result'> | undefined = recipient && { state: recipient }
  turn = turn && step(turn.state, boxes, noBytes)
  if (turn?.result?.kind !== 'privateKey') throw new Error('The shares of the wallet do not make a key.')
  return turn.result.privateKey
}

/**
 * Signs with the whole key of a wallet, which it puts together once for each generation of shares. The service takes no
 * part: no policy, second factor, room or event.
 *
 * @returns A function that signs bytes in hex.
 */
export function createKeySigner(
  world: World,
  walletId: string,
): (party: DeviceParty, message: string) => Promise<RawSignature> {
  let combined: { readonly serverShares: string; readonly party: DeviceParty; readonly sign: SignBytes } | undefined
  return async (party, message) => {
    const bytes = readHex(message.replace(/^0x/, ''))
    if (!bytes) throw new TypeError('Failed to call "sign()": the message is not hex.')
    const store = world.store.reader
    const record = store.wallets.get(walletId) && keySetOf({ store }, walletId)
    if (!record) throw new TypeError('Failed to call "sign()": the wallet was deleted.')
    const { keySet, serverShares } = record
    if (combined?.serverShares === serverShares && combined.party === party) return combined.sign(bytes)
    const { threshold } = (await loadCeremony()).schemes[keySet.scheme]
    const holders = [party, ...(await servicesOf(world, record)).slice(0, threshold - 1)]
    const [recipient = '', ...others] = holders.map(({ identity }) => identity.keygenId)
    const plan = {
      kind: 'export',
      roomId: walletId,
      keySet,
      holders: [recipient, ...others],
      recipient,
      ...chainKeyOfSet(record).derivation,
    } as const
    const key = readHex(await combine(plan, holders)) ?? noRandomness
    const sign = await signerOf(keySet.curve, key)
    combined = { serverShares, party, sign }
    return sign(bytes)
  }
}
