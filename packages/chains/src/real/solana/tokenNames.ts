import { metadataProgram } from '../../codecs/solanaAddresses.ts'
import { programs } from '../../codecs/solanaInstructions.ts'
import { sizes } from '../../ledger/solana/accountSizes.ts'
import type { NodeAccount } from './nodeAccounts.ts'

/** How a token calls itself. */
export interface TokenName {
  readonly name: string
  readonly symbol: string
}

/** The number of the extension of Token-2022 that has the metadata. */
const metadataExtension = 19

/** Reads two texts, each behind its length. Those of the metadata program are filled up with zeros. */
function readNames(bytes: Uint8Array<ArrayBuffer>, start: number): TokenName | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts: string[] = []
  let offset = start
  for (let index = 0; index < 2; index++) {
    if (offset + 4 > bytes.length) return undefined
    const length = view.getUint32(offset, true)
    offset += 4
    if (length > bytes.length - offset) return undefined
    texts.push(new TextDecoder().decode(bytes.subarray(offset, offset + length)).replaceAll('\0', ''))
    offset += length
  }
  const [name = '', symbol = ''] = texts
  return { name, symbol }
}

/** The name in the metadata extension of a mint of Token-2022. */
export function nameInMint(account: NodeAccount | undefined): TokenName | undefined {
  if (account?.program !== programs.token2022) return undefined
  const { bytes } = account
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Each extension has its number and its length before it.
  for (let offset = sizes.token + 1; offset + 4 <= bytes.length;) {
    const [type, length] = [view.getUint16(offset, true), view.getUint16(offset + 2, true)]
    // Who may change it, and the mint.
    if (type === metadataExtension) return readNames(bytes, offset + 4 + 64)
    offset += 4 + length
  }
  return undefined
}

/** The name in the account that the metadata program keeps for a mint. */
export function nameInMetadata(account: NodeAccount | undefined): TokenName | undefined {
  // A number for the kind of account, who may change it, and the mint.
  return account?.program === metadataProgram ? readNames(account.bytes, 1 + 64) : undefined
}
