/** The instructions that only Token-2022 has. This loads `@solana/kit`, so import it lazily. */
import {
  addDecoderSizePrefix,
  getAddressDecoder,
  getArrayDecoder,
  getBooleanDecoder,
  getDiscriminatedUnionDecoder,
  getStructDecoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getU8Decoder,
  getUnitDecoder,
  getUtf8Decoder,
  transformDecoder,
} from '@solana/kit'
import { extensionLayout, optionalAddress } from './solanaLayouts.ts'

const u8 = getU8Decoder()
const u16 = getU16Decoder()
const u64 = getU64Decoder()
const address = getAddressDecoder()
const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())
/** An address that is missing where all of its bytes are zero: it would be that of the system program. */
const nonZeroAddress = transformDecoder(address, (key) => (/^1+$/.test(key) ? null : key))
/** The part of metadata that an instruction changes: one of three, or one with a name of its own. */
const metadataField = getDiscriminatedUnionDecoder([
  ['name', getUnitDecoder()],
  ['symbol', getUnitDecoder()],
  ['uri', getUnitDecoder()],
  ['key', getStructDecoder([['key', text]])],
])

const fees = {
  initializeTransferFeeConfig: extensionLayout(
    [26, 0],
    ['mint'],
    [
      ['transferFeeConfigAuthority', optionalAddress],
      ['withdrawWithheldAuthority', optionalAddress],
      ['transferFeeBasisPoints', u16],
      ['maximumFee', u64],
    ],
  ),
  transferCheckedWithFee: extensionLayout(
    [26, 1],
    ['source', 'mint', 'destination', 'authority'],
    [
      ['amount', u64],
      ['decimals', u8],
      ['fee', u64],
    ],
  ),
  withdrawWithheldTokensFromMint: extensionLayout([26, 2], ['mint', 'feeRecipient', 'withdrawWithheldAuthority'], []),
  withdrawWithheldTokensFromAccounts: extensionLayout(
    [26, 3],
    ['mint', 'feeRecipient', 'withdrawWithheldAuthority'],
    [['numTokenAccounts', u8]],
  ),
  harvestWithheldTokensToMint: extensionLayout([26, 4], ['mint'], []),
  setTransferFee: extensionLayout(
    [26, 5],
    ['mint', 'transferFeeConfigAuthority'],
    [
      ['transferFeeBasisPoints', u16],
      ['maximumFee', u64],
    ],
  ),
} as const

/** The instructions of the interface of metadata, each named by eight bytes. */
const metadata = {
  initializeTokenMetadata: extensionLayout(
    [210, 225, 30, 162, 88, 184, 77, 141],
    ['metadata', 'updateAuthority', 'mint', 'mintAuthority'],
    [
      ['name', text],
      ['symbol', text],
      ['uri', text],
    ],
  ),
  updateTokenMetadataField: extensionLayout(
    [221, 233, 49, 45, 181, 202, 220, 200],
    ['metadata', 'updateAuthority'],
    [
      ['field', metadataField],
      ['value', text],
    ],
  ),
  removeTokenMetadataKey: extensionLayout(
    [234, 18, 32, 56, 89, 141, 37, 181],
    ['metadata', 'updateAuthority'],
    [
      ['idempotent', getBooleanDecoder()],
      ['key', text],
    ],
  ),
  updateTokenMetadataAuthority: extensionLayout(
    [215, 228, 166, 228, 84, 100, 86, 123],
    ['metadata', 'updateAuthority'],
    [['newAuthority', nonZeroAddress]],
  ),
} as const

export const token2022Layouts = {
  initializeMintCloseAuthority: extensionLayout([25], ['mint'], [['newAuthority', optionalAddress]]),
  ...fees,
  initializeDefaultAccountState: extensionLayout([28, 0], ['mint'], [['accountState', u8]]),
  updateDefaultAccountState: extensionLayout([28, 1], ['mint', 'freezeAuthority'], [['accountState', u8]]),
  reallocate: extensionLayout(
    [29],
    ['account', 'payer', 'systemProgram', 'owner'],
    [['extensionTypes', getArrayDecoder(u16, { size: 'remainder' })]],
  ),
  enableRequiredMemoTransfers: extensionLayout([30, 0], ['account', 'owner'], []),
  disableRequiredMemoTransfers: extensionLayout([30, 1], ['account', 'owner'], []),
  initializeNonTransferableMint: extensionLayout([32], ['mint'], []),
  initializePermanentDelegate: extensionLayout([35], ['mint'], [['delegate', address]]),
  initializeMetadataPointer: extensionLayout(
    [39, 0],
    ['mint'],
    [
      ['authority', nonZeroAddress],
      ['metadataAddress', nonZeroAddress],
    ],
  ),
  updateMetadataPointer: extensionLayout([39, 1], ['mint', 'authority'], [['metadataAddress', nonZeroAddress]]),
  ...metadata,
} as const
