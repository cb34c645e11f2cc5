import { concat } from '@latchkey/base/bytes'
/** The extensions of Token-2022 as bytes: after the mint or the account, each with its number and its length. */
import {
  type Address,
  addEncoderSizePrefix,
  getAddressEncoder,
  getArrayEncoder,
  getStructEncoder,
  getTupleEncoder,
  getU16Encoder,
  getU32Encoder,
  getU64Encoder,
  getUtf8Encoder,
} from '@solana/kit'
import type { TokenExtensions } from '../../records.ts'
import { sizes } from './accountSizes.ts'

export type ExtensionName = keyof TokenExtensions
type State<K extends ExtensionName> = NonNullable<TokenExtensions[K]>

const u16 = getU16Encoder()
const u64 = getU64Encoder()
const address = getAddressEncoder()
const text = addEncoderSizePrefix(getUtf8Encoder(), getU32Encoder())
const fee = getStructEncoder([
  ['epoch', u64],
  ['maximumFee', u64],
  ['transferFeeBasisPoints', u16],
])
const texts = getStructEncoder([
  ['name', text],
  ['symbol', text],
  ['uri', text],
  ['additionalMetadata', getArrayEncoder(getTupleEncoder([text, text]))],
])

const amountBytes = (amount: string) => Uint8Array.from(u64.encode(BigInt(amount)))
const keyBytes = (key: string | undefined) =>
  key === undefined ? new Uint8Array(32) : Uint8Array.from(address.encode(key as Address))
const feeBytes = (state: State<'transferFeeConfig'>['newerTransferFee']) =>
  Uint8Array.from(fee.encode({ ...state, maximumFee: BigInt(state.maximumFee) }))
const nothing = () => new Uint8Array()

type Forms = {
  readonly [K in ExtensionName]-?: readonly [type: number, bytesOf: (state: State<K>) => Uint8Array<ArrayBuffer>]
}

const forms: Forms = {
  transferFeeConfig: [
    1,
    (state) =>
      concat(
        keyBytes(state.transferFeeConfigAuthority),
        keyBytes(state.withdrawWithheldAuthority),
        amountBytes(state.withheldAmount),
        feeBytes(state.olderTransferFee),
        feeBytes(state.newerTransferFee),
      ),
  ],
  transferFeeAmount: [2, ({ withheldAmount }) => amountBytes(withheldAmount)],
  mintCloseAuthority: [3, ({ closeAuthority }) => keyBytes(closeAuthority)],
  defaultAccountState: [6, ({ accountState }) => Uint8Array.of(accountState === 'frozen' ? 2 : 1)],
  immutableOwner: [7, nothing],
  memoTransfer: [8, ({ requireIncomingTransferMemos }) => Uint8Array.of(requireIncomingTransferMemos ? 1 : 0)],
  nonTransferable: [9, nothing],
  permanentDelegate: [12, ({ delegate }) => keyBytes(delegate)],
  nonTransferableAccount: [13, nothing],
  metadataPointer: [18, ({ authority, metadataAddress }) => concat(keyBytes(authority), keyBytes(metadataAddress))],
  tokenMetadata: [
    19,
    (state) =>
      concat(
        keyBytes(state.updateAuthority),
        keyBytes(state.mint),
        Uint8Array.from(texts.encode({ ...state, additionalMetadata: state.additionalMetadata as [string, string][] })),
      ),
  ],
}

/** The byte after the account that says what it is. */
const accountTypes = { uninitialized: 0, mint: 1, token: 2 } as const

/** The bytes of extensions behind those of an account without them; none without extensions. */
export function extensionBytes(
  kind: keyof typeof accountTypes,
  extensions: TokenExtensions | undefined,
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(extensions ?? {}) as [ExtensionName, never][]
  if (entries.length === 0) return new Uint8Array()
  const parts = entries.map(([name, state]) => {
    const [type, bytesOf] = forms[name]
    const bytes = bytesOf(state)
    return concat(Uint8Array.from(u16.encode(type)), Uint8Array.from(u16.encode(bytes.length)), bytes)
  })
  return concat(Uint8Array.of(accountTypes[kind]), ...parts)
}

/** The size of a multisig account, which no other account has, so that programs tell them apart. */
const multisigSize = 355

/** The size of a mint or a token account with extensions, in bytes. */
export function extendedSize(kind: 'mint' | 'token', extensions: TokenExtensions | undefined): number {
  const { length } = extensionBytes(kind, extensions)
  // A mint with extensions is as long as an account, and then come the extensions.
  if (length === 0) return sizes[kind]
  const size = sizes.token + length
  return size === multisigSize ? size + 2 : size
}

/** The extension of a number; `undefined` for one that the ledger does not run. */
export function extensionOf(type: number): ExtensionName | undefined {
  const names = Object.keys(forms) as ExtensionName[]
  return names.find((name) => forms[name][0] === type)
}
