import { isWellFormed, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { readPsbt } from '@latchkey/crypto/chains/psbtBytes'
import type { components } from '@latchkey/types'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { SignatureKind } from '../../store/roomRecords.ts'
import { assert, DomainError } from '../shared/errors.ts'

type Schemas = components['schemas']
type WaasChain = Schemas['WaasChainEnum']

/** The message of a request to sign. */
export type SigningRequest = Pick<Schemas['SignMessageWithWaasRequest'], 'message' | 'isFormatted' | 'bitcoinConfig'>

interface Message {
  readonly message: string
  /** Address of the wallet. */
  readonly address: string
}

/** How the messages of a chain become the bytes that the key signs. */
interface ChainMessages {
  readonly plain: (message: Message) => Uint8Array | Promise<Uint8Array>
  readonly formatted: (message: Message) => Uint8Array
}

const hexText = /^0x([0-9a-f]{2})+$/i

/** 32 bytes of hex, with or without `0x`. */
function readDigest({ message }: Message): Uint8Array {
  const bytes = /^(0x)?[0-9a-f]{64}$/i.test(message) ? readHex(message) : undefined
  assert(bytes, 'validationFailed', { message: 'message must be a digest of 32 bytes in hex, since it is formatted.' })
  return bytes
}

function textBytes(message: string): Uint8Array {
  assert(isWellFormed(message), 'validationFailed', { message: 'message must be well-formed Unicode.' })
  return utf8(message)
}

/** Bytes in hex with or without `0x`, otherwise the text in UTF-8. */
function bytesOrText({ message }: Message): Uint8Array {
  const bytes = message === '' ? undefined : readHex(message)
  return bytes ?? textBytes(message)
}

function readBytes({ message }: Message): Uint8Array {
  const bytes = readHex(message)
  assert(bytes, 'validationFailed', { message: 'message must be hex, since it is formatted.' })
  return bytes
}

/** Solana, Sui and TON sign the bytes themselves. */
const ed25519Messages: ChainMessages = { plain: bytesOrText, formatted: readBytes }

const chainMessages: Record<WaasChain, ChainMessages> = {
  EVM: {
    plain: ({ message }) => keccak_256(hexText.test(message) ? (readHex(message) ?? utf8('')) : textBytes(message)),
    formatted: readDigest,
  },
  SVM: ed25519Messages,
  SUI: ed25519Messages,
  TON: ed25519Messages,
  BTC: {
    async plain({ message, address }) {
      const { digestOfBip322, digestOfPsbt } = await import('@latchkey/crypto/chains/psbt')
      const { UnsignablePsbt } = await import('@latchkey/device/psbt')
      const psbt = readPsbt(message)
      if (!psbt) {
        textBytes(message)
        return digestOfBip322(message, address)
      }
      try {
        return await digestOfPsbt(psbt, address)
      } catch (error) {
        if (!(error instanceof UnsignablePsbt)) throw error
        throw new DomainError('validationFailed', { message: `message must be ${error.message}` })
      }
    },
    formatted: readDigest,
  },
}

/** The kind of a message without a context: `raw` for a digest, a transaction by its form, otherwise a message. */
export function kindOfMessage(chain: WaasChain, { message, isFormatted = false }: SigningRequest): SignatureKind {
  if (isFormatted) return 'raw'
  const isTransaction =
    (chain === 'EVM' && hexText.test(message)) || (chain === 'BTC' && readPsbt(message) !== undefined)
  return isTransaction ? 'transaction' : 'message'
}

/**
 * Computes the bytes that the key signs for a request, only from the request. On EVM and BTC it is a digest of 32
 * bytes.
 *
 * @returns Hex.
 * @throws {@link DomainError} `validationFailed`
 */
export async function signedMessageOf(
  chain: WaasChain,
  { message, isFormatted = false }: SigningRequest,
  address: string,
): Promise<string> {
  const { plain, formatted } = chainMessages[chain]
  const bytes = isFormatted ? formatted({ message, address }) : await plain({ message, address })
  return toHex(bytes)
}
