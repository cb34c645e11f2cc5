import { formatUnits } from '@latchkey/base/amounts'
import { toBase58, toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { nativeMint, programs } from '../../codecs/solanaInstructions.ts'
import type { Bank } from '../../ledger/solana/bank.ts'
import { lamportsPerSignature } from '../../ledger/solana/computeBudget.ts'
import { type AccountData, type SolanaAccount, type TokenAccount } from '../../ledger/solana/solanaAccounts.ts'
import type { TokenExtensions } from '../../records.ts'
import { RpcError } from '../jsonRpc.ts'
import { accountBytes, never } from './accountBytes.ts'

/** How a caller wants the data of accounts. */
type AccountEncoding = 'base58' | 'base64' | 'jsonParsed'

export interface AccountView {
  readonly encoding?: AccountEncoding | undefined
  readonly dataSlice?: { readonly offset: number; readonly length: number }
}

/** The most bytes that nodes write in base58. */
const base58Limit = 128

/** An account as nodes show it; `null` when there is none. */
export function presentAccount(bank: Bank, address: string, view: AccountView): object | null {
  const account = bank.get(address)
  if (account.lamports === 0n) return null
  return {
    data: presentData(bank, account, view),
    executable: account.isExecutable ?? false,
    lamports: Number(account.lamports),
    owner: account.program,
    // Nobody collects rent.
    rentEpoch: 0,
    space: account.space,
  }
}

function presentData(bank: Bank, account: SolanaAccount, { encoding, dataSlice }: AccountView): unknown {
  const parsed = encoding === 'jsonParsed' && account.data && presentParsed(bank, account, account.data)
  if (parsed) return { ...parsed, space: account.space }
  const { offset = 0, length = Infinity } = dataSlice ?? {}
  const bytes = accountBytes(account).slice(offset, offset + length)
  const isBase58 = encoding === undefined || encoding === 'base58'
  if (!isBase58) return [toBase64(bytes), 'base64']
  if (bytes.length > base58Limit)
    throw new RpcError(
      'request',
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  return encoding === undefined ? toBase58(bytes) : [toBase58(bytes), 'base58']
}

/** An amount of a token as nodes show it. */
export function presentAmount(amount: bigint, decimals: number): object {
  const text = formatUnits(amount, decimals)
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

/** The decimals of a mint. */
export function decimalsAt(bank: Bank, mint: string): number {
  const { data } = bank.get(mint)
  return data?.kind === 'mint' ? data.decimals : 0
}

function presentParsed(bank: Bank, { program: owner }: SolanaAccount, data: AccountData): object | undefined {
  const program = owner === programs.token2022 ? 'spl-token-2022' : 'spl-token'
  switch (data.kind) {
    case 'token':
      return { program, parsed: { info: tokenInfo(bank, data), type: 'account' } }
    case 'mint': {
      const { decimals, supply, mintAuthority = null, freezeAuthority = null } = data
      const info = {
        decimals,
        ...presentExtensions(data.extensions),
        freezeAuthority,
        isInitialized: true,
        mintAuthority,
        supply: supply.toString(),
      }
      return { program, parsed: { info, type: 'mint' } }
    }
    case 'uninitialized':
    case 'bytes':
      return undefined
    case 'nonce': {
      const feeCalculator = { lamportsPerSignature: lamportsPerSignature.toString() }
      const info = { authority: data.authority, blockhash: data.nonce, feeCalculator }
      return { program: 'nonce', parsed: { info, type: 'initialized' } }
    }
    case 'lookupTable': {
      const info = {
        addresses: data.addresses,
        ...defined({ authority: data.authority }),
        deactivationSlot: String(data.deactivatedInSlot ?? never),
        lastExtendedSlot: String(data.extendedInSlot),
        lastExtendedSlotStartIndex: 0,
      }
      return { program: 'address-lookup-table', parsed: { info, type: 'lookupTable' } }
    }
  }
}

function tokenInfo(bank: Bank, data: TokenAccount): object {
  const decimals = decimalsAt(bank, data.mint)
  return {
    ...presentExtensions(data.extensions),
    isNative: data.mint === nativeMint,
    mint: data.mint,
    owner: data.owner,
    state: data.isFrozen ? 'frozen' : 'initialized',
    tokenAmount: presentAmount(data.amount, decimals),
    ...(data.delegate !== undefined && {
      delegate: data.delegate,
      delegatedAmount: presentAmount(data.delegatedAmount, decimals),
    }),
    ...defined({ closeAuthority: data.closeAuthority }),
  }
}

/** Fields of extensions that nodes show as null where nobody has the right. */
const authorityFields: Readonly<Record<string, readonly string[]>> = {
  transferFeeConfig: ['transferFeeConfigAuthority', 'withdrawWithheldAuthority'],
  mintCloseAuthority: ['closeAuthority'],
  permanentDelegate: ['delegate'],
  metadataPointer: ['authority', 'metadataAddress'],
  tokenMetadata: ['updateAuthority'],
}

/** Fields of extensions that nodes show as numbers. */
const numberFields: ReadonlySet<string> = new Set(['withheldAmount', 'maximumFee'])

function presentExtensions(extensions: TokenExtensions = {}): object {
  const shown = Object.entries(extensions).map(([extension, state]: [string, object]) => {
    const fields = Object.entries(withNumbers(state))
    if (fields.length === 0) return { extension }
    const missing = (authorityFields[extension] ?? []).map((field) => [field, null])
    return { extension, state: Object.fromEntries([...missing, ...fields]) as object }
  })
  return shown.length === 0 ? {} : { extensions: shown }
}

function withNumbers(state: object): object {
  return JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    numberFields.has(key) ? Number(value) : value,
  ) as object
}
