import { readBase64, toBase58 } from '@latchkey/base/bytes'
import { programs } from '../../codecs/solanaInstructions.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { sizes } from '../../ledger/solana/accountSizes.ts'
import { mintForm, tokenForm } from '../../rpc/solana/accountBytes.ts'
import { commitment, type SolanaNode } from './solanaNode.ts'

/** An account as a node has it. */
export interface NodeAccount {
  readonly lamports: bigint
  /** The program that keeps it. */
  readonly program: string
  readonly isExecutable: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The fields of a token account that the service shows. Amounts are in the smallest unit. */
export interface NodeTokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | null
  readonly delegatedAmount: bigint
}

/** The fields of a mint that the service shows. */
interface NodeMint {
  readonly decimals: number
  readonly supply: bigint
}

const view = { encoding: 'base64', commitment } as const

/** Reads an account that a node has sent in base64; `undefined` for anything else. */
export function readAccount(sent: unknown): NodeAccount | undefined {
  const { lamports, owner, executable, data } = Object(sent) as Readonly<Record<string, unknown>>
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : []
  const bytes = typeof text === 'string' && encoding === 'base64' ? readBase64(text) : undefined
  if (typeof lamports !== 'number' || typeof owner !== 'string' || !bytes) return undefined
  return { lamports: BigInt(lamports), program: owner, isExecutable: executable === true, bytes }
}

/** The account at an address; `undefined` where there is none. */
export function accountAt(node: SolanaNode, address: string): NodeAccount | undefined {
  const value = node.value('getAccountInfo', [address, view])
  if (value === null) return undefined
  const account = readAccount(value)
  if (!account) throw node.lie('getAccountInfo')
  return account
}

/** The balance of an account, in lamports. */
export function lamportsAt(node: SolanaNode, account: string): bigint {
  const lamports = node.value('getBalance', [addressOf(account), { commitment }])
  if (typeof lamports !== 'number') throw node.lie('getBalance')
  return BigInt(lamports)
}

const tokenPrograms: ReadonlySet<string> = new Set([programs.token, programs.token2022])

/** The byte behind a mint or an account of Token-2022 with extensions that says which of them it is. */
const accountTypes = { mint: 1, token: 2 } as const

function isOfType({ program, bytes }: NodeAccount, type: keyof typeof accountTypes): boolean {
  if (!tokenPrograms.has(program)) return false
  return bytes.length === sizes[type] || bytes[sizes.token] === accountTypes[type]
}

/** The token account in the data of an account; `undefined` for another one. */
export function tokenAccountIn(account: NodeAccount | undefined): NodeTokenAccount | undefined {
  if (!account || !isOfType(account, 'token')) return undefined
  const { state, ...fields } = tokenForm.decode(account.bytes)
  return state === 0 ? undefined : fields
}

/** The mint in the data of an account; `undefined` for another one. */
export function mintIn(account: NodeAccount | undefined): NodeMint | undefined {
  if (!account || !isOfType(account, 'mint')) return undefined
  const { isInitialized, decimals, supply } = mintForm.decode(account.bytes)
  return isInitialized === 1 ? { decimals, supply } : undefined
}

/** A token account with its address. */
export interface OwnedTokenAccount extends NodeTokenAccount {
  readonly address: string
}

/**
 * The token accounts of an owner, of one mint or of a token program.
 *
 * @returns None for a mint that the node does not have.
 */
export function tokenAccountsOf(
  node: SolanaNode,
  owner: string,
  filter: { readonly mint: string } | { readonly programId: string },
): readonly OwnedTokenAccount[] {
  const method = 'getTokenAccountsByOwner'
  const params = [owner, filter, view]
  // A node refuses a mint that does not exist.
  if ('mint' in filter && 'error' in node.tryCall(method, params)) return []
  const value = node.value(method, params)
  if (!Array.isArray(value)) throw node.lie(method)
  return value.map((each: unknown) => {
    const { pubkey, account } = Object(each) as Readonly<Record<string, unknown>>
    const token = tokenAccountIn(readAccount(account))
    if (typeof pubkey !== 'string' || !token) throw node.lie(method)
    return { address: pubkey, ...token }
  })
}

/** The addresses in a lookup table come after its head. */
export function lookupTableIn(account: NodeAccount | undefined): readonly string[] | undefined {
  if (account?.program !== programs.lookupTable) return undefined
  const { bytes } = account
  const count = Math.max(0, Math.floor((bytes.length - sizes.lookupTable) / 32))
  return Array.from({ length: count }, (_, index) =>
    toBase58(bytes.subarray(sizes.lookupTable + index * 32, sizes.lookupTable + (index + 1) * 32)),
  )
}
