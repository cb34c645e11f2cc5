/**
 * Lists of balances, gates and policies read what the ledger notes of tokens. A contract with bytecode keeps its balances
 * itself, so it is asked for them, and for its name, whenever its logs tell of a change.
 */
import * as AbiFunction from 'ox/AbiFunction'
import type { Account, Transfer } from '../../../chains.ts'
import { functionOf } from '../../../codecs/evmSignatures.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { addressIn } from '../../../transfersInLogs.ts'
import { addressOf, type LedgerBackend } from '../../accounts.ts'
import { setAllowance } from '../../allowances.ts'
import { describedToken, putChainToken } from '../../chainTokens.ts'
import { type LedgerToken, setTokenAmount } from '../../tokens.ts'
import type { EvmLog } from '../abi.ts'
import { accountOf } from '../execution.ts'

/** Calls a contract without a change. @returns Its answer; `undefined` for a failure */
export type ReadContract = (address: Hex, data: Hex) => Promise<Hex | undefined>

/** The events by which owners let others spend. */
const events = {
  /** `Approval(address,address,uint256)`, whose third value is indexed for an NFT. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** `ApprovalForAll(address,address,bool)`. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const

const functions = {
  name: functionOf('function name() view returns (string)'),
  symbol: functionOf('function symbol() view returns (string)'),
  decimals: functionOf('function decimals() view returns (uint8)'),
  balance: functionOf('function balanceOf(address owner) view returns (uint256)'),
  pieces: functionOf('function balanceOf(address owner, uint256 id) view returns (uint256)'),
  owner: functionOf('function ownerOf(uint256 id) view returns (address)'),
  allowance: functionOf('function allowance(address owner, address spender) view returns (uint256)'),
  approved: functionOf('function getApproved(uint256 id) view returns (address)'),
  approvedForAll: functionOf('function isApprovedForAll(address owner, address operator) view returns (bool)'),
}

type Kind = Exclude<Transfer['kind'], 'native' | 'spl'>

/** The changes of tokens that a run tells of. */
interface TokenChanges {
  readonly transfers: readonly Transfer[]
  readonly logs: readonly EvmLog[]
}

/** Notes what logs tell of tokens, as their contracts answer. */
export async function noteTokens(
  backend: LedgerBackend,
  networkId: number,
  { transfers, logs, read }: TokenChanges & { readonly read: ReadContract },
): Promise<void> {
  const ask = async (contract: Account, name: keyof typeof functions, args: readonly unknown[] = []) => {
    const abi = functions[name]
    const data = AbiFunction.encodeData(abi, ...(args.length > 0 ? [args] : []))
    const answer = await read(addressOf(contract) as Hex, data)
    try {
      return answer === undefined ? undefined : (AbiFunction.decodeResult(abi, answer) as unknown)
    } catch {
      // It has no such function, and answers something else.
      return undefined
    }
  }

  async function describe(contract: Account, kind: Kind): Promise<void> {
    const record = backend.store.chainContracts.find('byAccount', [contract, networkId])
    if (!record || record.tokens === kind) return
    backend.store.chainContracts.put({ ...record, tokens: kind })
    if (describedToken(backend, contract, networkId)) return
    const [name, symbol, decimals] = [
      await ask(contract, 'name'),
      await ask(contract, 'symbol'),
      await ask(contract, 'decimals'),
    ]
    if (typeof name !== 'string' || typeof symbol !== 'string') return
    const token = { networkId, contractAddress: addressOf(contract), name, symbol }
    putChainToken(backend, { ...token, decimals: typeof decimals === 'number' ? decimals : 0 })
  }

  async function noteBalance(token: LedgerToken, standard: Kind, owner: Account): Promise<void> {
    const { contract, tokenId = '0' } = token
    const address = addressOf(owner)
    let amount: unknown
    if (standard === 'erc20') amount = await ask(contract, 'balance', [address])
    else if (standard === 'erc1155') amount = await ask(contract, 'pieces', [address, BigInt(tokenId)])
    else amount = String(await ask(contract, 'owner', [BigInt(tokenId)])).toLowerCase() === address ? 1n : 0n
    if (typeof amount !== 'bigint') return
    const balance = setTokenAmount(backend, token, { owner, amount })
    if (amount === 0n) backend.store.tokenBalances.delete(balance.id)
  }

  async function noteAllowance(contract: Account, owner: Account, spender: Account): Promise<void> {
    const amount = await ask(contract, 'allowance', [addressOf(owner), addressOf(spender)])
    if (typeof amount === 'bigint') setAllowance(backend, { networkId, contract, owner, spender }, amount)
  }

  for (const { kind, contract = '', tokenId, from, to } of transfers) {
    const standard = kind as Kind
    await describe(contract, standard)
    const token: LedgerToken = { networkId, contract, kind: tokenId === undefined ? 'token' : 'nft', tokenId }
    for (const owner of [from, to]) if (owner !== undefined) await noteBalance(token, standard, owner)
    if (from === undefined || tokenId !== undefined) continue
    // Spending lowers an allowance, of which not every token tells.
    for (const { spender } of backend.store.chainAllowances.scan('byOwner', [from, networkId, contract]))
      await noteAllowance(contract, from, spender)
  }
  for (const { address, topics } of logs) {
    const contract = accountOf(address)
    const [topic, first, second, id] = topics
    const [owner, spender] = [accountOf(addressIn(first)), accountOf(addressIn(second))]
    if (topic === events.approvalForAll && second !== undefined) {
      const isApproved = await ask(contract, 'approvedForAll', [addressOf(owner), addressOf(spender)])
      setAllowance(backend, { networkId, contract, owner, spender }, isApproved === true ? 'all' : 0n)
    }
    if (topic !== events.approval || second === undefined) continue
    if (id === undefined) await noteAllowance(contract, owner, spender)
    else await noteApproved(contract, owner, BigInt(id))
  }

  /** One account at most may move an NFT. */
  async function noteApproved(contract: Account, owner: Account, id: bigint): Promise<void> {
    const tokenId = String(id)
    for (const allowance of backend.store.chainAllowances.scan('byOwner', [owner, networkId, contract]))
      if (allowance.tokenId === tokenId) backend.store.chainAllowances.delete(allowance.id)
    const approved = await ask(contract, 'approved', [id])
    if (typeof approved === 'string' && BigInt(approved) !== 0n)
      setAllowance(
        backend,
        { networkId, contract, owner, spender: accountOf(approved.toLowerCase() as Hex), tokenId },
        1n,
      )
  }
}
