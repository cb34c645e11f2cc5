import { readHex, utf8 } from '@latchkey/base/bytes'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { computeHashOnElements, Point, sign, Signature, verify } from '@scure/starknet'
import { readStarknetAddress, starknetAddressLimit } from '../addresses.ts'
import type { AccountKey, ChainSignatures } from '../walletSignature.ts'
import { type Felt, readFelt, wordOf } from './starknetFelt.ts'
import { hashTypedData } from './starknetTypedData.ts'
import { readTypedData, type TypedData } from './starknetTypes.ts'

const { Fn } = Point

const contractAddressPrefix = wordOf(utf8('STARKNET_CONTRACT_ADDRESS'))
/** The class of OpenZeppelin's account contract 1.0.0. */
const accountClass = 0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564n

/**
 * Starknet: the message is the JSON text of SNIP-12 typed data, revision 1. The signature covers its hash for the
 * account. Values must have exactly the members of their types.
 *
 * A signature is a JSON array of two texts, r and s, in decimal or in lower-case hex with `0x`, without leading zeros.
 * As on the chain, s may be in either half. The keys of an account are those registered for it, by their x coordinate.
 * Revision 0, and the longer signatures of accounts with several signers, are not supported.
 */
export const starknet: ChainSignatures = {
  verify({ chain, address, message, signature }, facts) {
    const account = readStarknetAddress(address)
    const data = readTypedData(message)
    const felts = readFelts(signature)
    if (account === undefined || !data || !felts || felts.length < 2) return 'invalid'
    if (data.revision === '0' || felts.length > 2) return 'unsupported'
    const keys = facts.accountKeys(chain, address).filter(({ isRevoked }) => isRevoked !== true)
    return isSigned(data, account, { felts, keys }) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'stark') {
    if (kind !== 'stark') throw new RangeError('Accounts of Starknet are of the kind stark.')
    const scalar = 1n + ((bytesToNumberBE(secret) + Fn.ORDER - 2n) % (Fn.ORDER - 1n))
    const { x } = Point.BASE.multiply(scalar).toAffine()
    const account = accountAddress(x)
    return {
      address: `0x${toDigits(account)}`,
      publicKey: `0x${toDigits(x)}`,
      registered: { keys: [{ index: 0, publicKey: toDigits(x) }] },
      sign(message) {
        const data = readTypedData(message)
        if (data?.revision !== '1')
          throw new TypeError('Failed to sign: give an account of Starknet the JSON text of typed data, revision 1.')
        const { r, s } = sign(toDigits(hashTypedData(data, account)), Fn.toBytes(scalar))
        return JSON.stringify([r, s].map((felt) => `0x${felt.toString(16)}`))
      },
    }
  },
}

/**
 * Reads the JSON text of typed data (SNIP-12), and returns its domain and message.
 *
 * @returns `undefined` for a text of another form. Only verification checks that the values match their types.
 */
export function readStarknetTypedData(text: string): Pick<TypedData, 'domain' | 'message'> | undefined {
  return readTypedData(text)
}

function isSigned(
  data: TypedData,
  account: Felt,
  { felts, keys }: { felts: readonly Felt[]; keys: readonly AccountKey[] },
): boolean {
  try {
    const [r = 0n, s = 0n] = felts
    const signature = new Signature(r, s)
    const points = keys.flatMap(pointsOf)
    if (points.length === 0) return false
    const hash = toDigits(hashTypedData(data, account))
    return points.some((point) => verify(signature, hash, point))
  } catch {
    // The library throws for numbers out of range; hashing throws for values that do not match their types.
    return false
  }
}

/** Both points with the x coordinate of a key: accounts do not store y, and accept signatures of either point. */
function pointsOf({ publicKey }: AccountKey): readonly Uint8Array[] {
  try {
    const point = Point.fromBytes(readHex(`02${publicKey.replace(/^0x/, '').padStart(64, '0')}`) ?? new Uint8Array())
    return [point.toBytes(false), point.negate().toBytes(false)]
  } catch {
    return []
  }
}

/** The address of a contract (Starknet, "Contract address"), with the key as the salt and zero as the deployer. */
function accountAddress(publicKey: Felt): Felt {
  return (
    hashElements(contractAddressPrefix, 0n, publicKey, accountClass, hashElements(publicKey)) % starknetAddressLimit
  )
}

const hashElements = (...elements: Felt[]) => BigInt(String(computeHashOnElements(elements)))

function readFelts(text: string): readonly Felt[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return undefined
    const felts = value.map((item: unknown) =>
      typeof item === 'string' && isFeltText(item) ? readFelt(item) : undefined,
    )
    return felts.every((felt) => felt !== undefined) ? felts : undefined
  } catch {
    return undefined
  }
}

const isFeltText = (text: string) => /^(0|[1-9]\d{0,75}|0x(0|[1-9a-f][\da-f]{0,63}))$/.test(text)

/** 64 hex digits. */
const toDigits = (felt: Felt) => felt.toString(16).padStart(64, '0')
