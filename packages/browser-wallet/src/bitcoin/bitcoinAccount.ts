import { readBase64, readHex, toHex } from '@latchkey/base/bytes'
import { bitcoin } from '@latchkey/crypto/chains/bitcoin'
import { readTransaction } from '@latchkey/crypto/chains/bitcoinReader'
import { RawWitness } from '@scure/btc-signer'
import type { BitcoinAddressFacts } from '../wire.ts'

/** A kind of address, by the names of test wallets. */
type AddressKind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2tr' | 'p2wpkh'

type Purpose = Exclude<BitcoinAddressFacts['purpose'], 'spark'>

/** How a message is signed, by the names of sats-connect. */
export type MessageProtocol = 'BIP322' | 'ECDSA'

/** An address of an account, with its key. */
export interface BitcoinAddress {
  readonly address: string
  readonly kind: AddressKind
  /** 33 bytes, or the 32 of the internal key for P2TR. */
  readonly publicKey: Uint8Array
  readonly purposes: readonly Purpose[]
  /** The ways in which it signs messages, the usual one first. */
  readonly protocols: readonly MessageProtocol[]
  /** 32 bytes, from which the key follows. */
  readonly secret: Uint8Array
}

/** An account of a wallet on Bitcoin: an address for payments, and one for ordinals, which may be the same. */
export interface BitcoinAccount {
  /** The one for payments, which stands for the account. */
  readonly address: string
  readonly addresses: readonly BitcoinAddress[]
}

/** The first byte of a signature with its key (BIP-137), beside that of P2PKH. P2TR has none. */
const headers = { p2pkh: 0, 'p2sh-p2wpkh': 4, p2wpkh: 8 } as const

const protocolsOf: Readonly<Record<AddressKind, readonly MessageProtocol[]>> = {
  p2wpkh: ['ECDSA', 'BIP322'],
  'p2sh-p2wpkh': ['ECDSA', 'BIP322'],
  p2tr: ['BIP322'],
  p2pkh: ['ECDSA'],
}

function createAddress(secret: Uint8Array, kind: AddressKind, purposes: readonly Purpose[]): BitcoinAddress {
  const { address, publicKey } = bitcoin.createSigner(secret, kind)
  const whole = readHex(publicKey) ?? new Uint8Array()
  const shown = kind === 'p2tr' ? whole.slice(1) : whole
  return { address, kind, publicKey: shown, purposes, protocols: protocolsOf[kind], secret }
}

/**
 * The account of a test wallet: its address receives payments, and ordinals go to the P2TR address of the same key.
 *
 * @param secret - 32 bytes.
 * @throws TypeError for an address of another key
 */
export function createBitcoinAccount(address: string, secret: Uint8Array): BitcoinAccount {
  const kinds = Object.keys(protocolsOf) as AddressKind[]
  const kind = kinds.find((each) => bitcoin.createSigner(secret, each).address === address)
  if (!kind) throw new TypeError(`Failed to call "browser()": ${address} is not an address of its secret.`)
  const addresses =
    kind === 'p2tr'
      ? [createAddress(secret, kind, ['payment', 'ordinals'])]
      : [createAddress(secret, kind, ['payment']), createAddress(secret, 'p2tr', ['ordinals'])]
  return { address, addresses }
}

/** The facts of an address, one for each purpose. */
export const factsOf = ({ address, kind, publicKey, purposes }: BitcoinAddress): readonly BitcoinAddressFacts[] =>
  purposes.map((purpose) => ({
    address,
    publicKey: toHex(publicKey),
    purpose,
    addressType: kind === 'p2sh-p2wpkh' ? 'p2sh' : kind,
    walletType: 'software',
  }))

const bytesOf = (base64: string): Uint8Array => readBase64(base64) ?? new Uint8Array()

/** Signs a message. @returns The bytes of the signature: a witness (BIP-322, simple), or 65 bytes with the key (BIP-137) */
export function signBitcoinMessage(
  { kind, secret }: BitcoinAddress,
  message: string,
  protocol: MessageProtocol,
): Uint8Array {
  if (protocol === 'ECDSA' && kind !== 'p2tr') {
    const [header = 0, ...signature] = bytesOf(bitcoin.createSigner(secret, 'p2pkh').sign(message))
    return Uint8Array.of(header + headers[kind], ...signature)
  }
  const signature = bitcoin.createSigner(secret, kind).sign(message)
  const bytes = bytesOf(signature.slice(3))
  if (signature.startsWith('smp')) return bytes
  // Wallets give the witness, from which the rest of the transaction follows.
  const [witness = []] = readTransaction(bytes)?.witnesses ?? []
  return RawWitness.encode([...witness])
}
