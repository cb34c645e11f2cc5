import { readBase64, toBase64, utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import type { AlgorandKey } from '@latchkey/crypto/chains/algorand'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { algorandError, tooManyTransactions } from './algorandErrors.ts'
import type { AlgorandNetwork } from './algorandNetworks.ts'
import {
  type AlgorandTransaction,
  areGroupsWhole,
  readAlgorandTransaction,
  writeSignedTransaction,
} from './algorandTransaction.ts'

export interface AlgorandParts {
  readonly core: WalletCore
  /** The accounts by their addresses. */
  readonly keys: ReadonlyMap<string, AlgorandKey>
  /** The networks of the wallet. The first is that of a page that names none. */
  readonly networks: readonly [AlgorandNetwork, ...AlgorandNetwork[]]
}

/** As many as a group has. */
const mostTransactions = 16

const invalid = (message: string) => algorandError('InvalidInputError', message)

/** The network that a page asks for. @throws Error */
export function networkOf({ networks }: AlgorandParts, wanted: { genesisHash?: unknown; genesisID?: unknown }) {
  const network = networks.find(
    ({ genesisHash, genesisId }) =>
      (wanted.genesisHash ?? genesisHash) === genesisHash && (wanted.genesisID ?? genesisId) === genesisId,
  )
  if (network) return network
  const genesisHashes = [wanted.genesisHash ?? wanted.genesisID]
  throw algorandError('NetworkNotSupportedError', `The wallet does not have the network ${String(genesisHashes[0])}.`, {
    genesisHashes,
  })
}

/** The key of an account that the page sees. @throws Error */
function keyOf({ core, keys }: AlgorandParts, { origin }: Site, signer: unknown): AlgorandKey {
  const accounts = core.accountsOf(origin)
  const key = typeof signer === 'string' && accounts.includes(signer) ? keys.get(signer) : undefined
  if (key) return key
  throw algorandError('UnauthorizedSignerError', `The page has no access to the account ${String(signer)}.`, { signer })
}

/** A transaction of a page, who signs it, and what the page gets if nobody does. */
interface WalletTransaction {
  readonly read: AlgorandTransaction
  readonly key: AlgorandKey | undefined
  readonly instead: string | null
}

function readWalletTransaction(parts: AlgorandParts, site: Site, value: unknown): WalletTransaction {
  const { txn, signers, authAddr, msig, stxn = null } = Object(value) as Readonly<Record<string, unknown>>
  const bytes = typeof txn === 'string' ? readBase64(txn) : undefined
  const read = bytes && readAlgorandTransaction(bytes)
  if (!read) throw invalid('"txn" is not a transaction in base64.')
  networkOf(parts, read)
  if (msig !== undefined) throw algorandError('MethodNotSupportedError', 'The wallet does not sign for several keys.')
  if (stxn !== null && typeof stxn !== 'string') throw invalid('"stxn" is not a text.')
  if (signers !== undefined && !Array.isArray(signers)) throw invalid('"signers" is not a list.')
  if (signers?.length === 0) return { read, key: undefined, instead: stxn }
  if (stxn !== null) throw invalid('A transaction with "stxn" is signed already: its "signers" are an empty list.')
  const signer = authAddr ?? read.sender
  if (signers && (signers.length > 1 || signers[0] !== signer))
    throw algorandError('UnauthorizedSignerError', `Only ${String(signer)} signs this transaction.`, { signer })
  return { read, key: keyOf(parts, site, signer), instead: null }
}

/** Signs the transactions of ARC-0001 that are for the page's accounts. @throws Error */
export async function signTransactions(
  parts: AlgorandParts,
  site: Site,
  { method, params, txns }: { readonly method: string; readonly params: unknown; readonly txns: unknown },
): Promise<(string | null)[]> {
  if (!Array.isArray(txns) || txns.length === 0) throw invalid('"txns" is not a list with a transaction.')
  if (txns.length > mostTransactions)
    throw fail(tooManyTransactions, `The wallet signs ${mostTransactions} transactions at most.`)
  const read = txns.map((value: unknown) => readWalletTransaction(parts, site, value))
  if (!areGroupsWhole(read.map((each) => each.read)))
    throw algorandError('InvalidGroupIdError', 'The transactions are not those of their group id, in their order.')
  const signers = new Set(read.flatMap(({ key }) => key ?? []))
  for (const { address: account } of [...signers].slice(0, 1))
    await parts.core.assertApproved(site, {
      kind: 'transaction',
      method,
      params,
      account,
      chain: networkOf(parts, read[0]?.read ?? {}).genesisId,
      actions: read.map(({ read: { action } }) => action),
    })
  // The person may have locked the wallet meanwhile.
  for (const { address } of signers) keyOf(parts, site, address)
  return read.map(({ read: transaction, key, instead }) => {
    if (!key) return instead
    const signature = key.sign(transaction.signedBytes)
    const signer = key.address === transaction.sender ? undefined : key.publicKey
    return toBase64(writeSignedTransaction(transaction, signature, signer))
  })
}

/** Signs a text as its bytes in UTF-8, which are never those of a transaction. @throws Error */
export async function signText(
  parts: AlgorandParts,
  site: Site,
  params: unknown,
): Promise<{ readonly signature: string; readonly signer: string }> {
  const { message, signer = parts.core.accountsOf(site.origin)[0] } = isObject(params) ? params : {}
  if (typeof message !== 'string') throw invalid('"message" is not a text.')
  const { address: account, sign } = keyOf(parts, site, signer)
  await parts.core.assertApproved(site, { kind: 'message', method: 'sign_message', params, account, text: message })
  return { signature: toBase64(sign(utf8(message))), signer: account }
}
