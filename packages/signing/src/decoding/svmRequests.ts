/** Decodes the requests of Solana wallets. This loads `@solana/kit`, so import it lazily. */
import { readHex } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { Account, Chains, SolanaRunner } from '@latchkey/chains/chains'
import { decodeInstruction, programs } from '@latchkey/chains/codecs/solanaInstructions'
import {
  accountsOf,
  instructionsOf,
  readSolanaMessage,
  type SolanaAccountMeta,
  type SolanaInstruction,
  type SolanaTransaction,
} from '@latchkey/chains/codecs/solanaTransactions'
import { networkIdsOf } from '@latchkey/chains/networks'
import { type Asset, everything, nativeAsset } from '../policyChains.ts'
import { EffectCollector, type Grant, messageEffects, type PolicyEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { grantsOf, type InstructionGrant } from './svmInstructions.ts'
import { TokenAccounts } from './svmTokenAccounts.ts'
import { unlimited } from './unlimited.ts'

const accountAt = (address: string): Account => `solana:${address}`
const addressOf = (account: Account) => account.slice('solana:'.length)

/** The effects of a request, decoded from the bytes that are signed. A context does not change them. */
export async function decodeSvmRequest(chains: Pick<Chains, 'solana'>, input: RequestToDecode): Promise<PolicyEffects> {
  const bytes = readHex(input.signed) ?? new Uint8Array()
  const transaction = readSolanaMessage(bytes)
  if (!transaction)
    return isText(bytes) ? messageEffects : hiddenEffects('These bytes are not text, and their form is not known.')
  const runner = await chains.solana()
  const recent = runner.networkOf(transaction.lifetimeToken)
  const candidates = recent === undefined ? networkIdsOf('SOL') : [recent]
  const networks = candidates.flatMap((networkId) => {
    const accounts = accountsOf(transaction, runner.lookupTables(networkId))
    return accounts ? [{ networkId, accounts }] : []
  })
  const collector = new EffectCollector()
  if (networks.length === 0) {
    collector.hidden.push('A lookup table of the message, or an address in it, is unknown.')
    for (const address of transaction.message.staticAccounts) collector.grants.push(plainGrant(address))
  }
  const countsOn = recent === undefined ? {} : { chainId: recent }
  const isPayer = accountAt(transaction.signers[0] ?? '') === input.account
  const [{ networkId: anyNetwork } = { networkId: 0 }] = networks
  if (isPayer) collector.fees.push({ amount: runner.feeOf(anyNetwork, transaction) ?? 0n, ...countsOn })
  // Without lookup tables, the accounts are the same on every network.
  const [first] = networks
  const hasTables = first !== undefined && first.accounts.length > transaction.message.staticAccounts.length
  for (const { networkId, accounts } of hasTables ? networks : networks.slice(0, 1)) {
    new MessageDecoder({ collector, runner, networkId, countsOn, input }).decode(transaction, accounts)
  }
  return collector.effects()
}

const plainGrant = (address: string): Grant => ({ account: accountAt(address), asset: nativeAsset, amount: 0n })

const hiddenEffects = (reason: string): PolicyEffects => {
  const collector = new EffectCollector()
  collector.hidden.push(reason)
  return collector.effects()
}

/** The header of off-chain messages, which are not transactions. */
const offchainHeader = '\xffsolana offchain'

function isText(bytes: Uint8Array): boolean {
  if (String.fromCharCode(...bytes.subarray(0, offchainHeader.length)) === offchainHeader) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

interface Decoding {
  readonly collector: EffectCollector
  readonly runner: SolanaRunner
  readonly networkId: number
  readonly countsOn: Pick<Grant, 'chainId'>
  readonly input: RequestToDecode
}

const commonPrograms: ReadonlySet<string> = new Set(Object.values(programs))
const memos: ReadonlySet<string> = new Set([programs.memo, programs.memo1])

/** Collects the effects of one message on one network. */
class MessageDecoder {
  readonly #decoding: Decoding
  readonly #tokenAccounts: TokenAccounts

  constructor(decoding: Decoding) {
    this.#decoding = decoding
    const { runner, networkId, input } = decoding
    const wallets = [input.account, ...input.named].map(addressOf)
    this.#tokenAccounts = new TokenAccounts(wallets, (address) => runner.tokenAccount(networkId, address))
  }

  decode(transaction: SolanaTransaction, accounts: readonly SolanaAccountMeta[]): void {
    const instructions = instructionsOf(transaction, accounts)
    this.#tokenAccounts.note(instructions.flatMap((instruction) => decodeInstruction(instruction) ?? []))
    const understood = new Set([transaction.signers[0]])
    for (const instruction of instructions) for (const address of this.#collect(instruction)) understood.add(address)
    const { grants } = this.#decoding.collector
    const granted = new Set(grants.map(({ account }) => account))
    for (const { address, isWritable } of accounts)
      if (isWritable && !understood.has(address) && !granted.has(accountAt(address)))
        this.#grant({ to: address, amount: 0n })
  }

  /** @returns The accounts whose role in the instruction is known. */
  #collect(instruction: SolanaInstruction): string[] {
    const { program, accounts } = instruction
    const { collector, countsOn } = this.#decoding
    const isCommon = commonPrograms.has(program) ? ({ isCommon: true } as const) : {}
    collector.grants.push({ ...countsOn, ...plainGrant(program), ...isCommon })
    if (memos.has(program)) return []
    const decoded = decodeInstruction(instruction)
    if (!decoded) {
      // An unknown instruction of a common program could move what the wallet has. Other programs are reported as
      // unknown.
      if (commonPrograms.has(program)) collector.hidden.push(`An instruction of ${program} cannot be decoded.`)
      else collector.unknown.push({ ...countsOn, reason: 'An instruction of a program cannot be decoded.' })
      // Also those whose role in another instruction is known, since this one may use them in another way.
      for (const { address, isWritable } of accounts) if (isWritable) this.#grant({ to: address, amount: 0n })
      return []
    }
    for (const grant of grantsOf(decoded)) this.#grant(grant)
    return Object.values(decoded.accounts).map(({ address }) => address)
  }

  #grant({ to, mint, mintOf, amount, isTokenAccount }: InstructionGrant): void {
    const { collector, countsOn, input } = this.#decoding
    const owners = this.#tokenAccounts.ownersOf(to).map(accountAt)
    if (isTokenAccount && owners.length === 0) collector.hidden.push(`Nobody knows who owns the token account ${to}.`)
    const isOwn =
      accountAt(to) === input.account || (owners.length > 0 && owners.every((each) => each === input.account))
    collector.grants.push({
      ...countsOn,
      account: accountAt(to),
      ...defined({ aliases: owners.length > 0 ? owners : undefined }),
      asset: amount === 'all' ? everything : this.#assetOf(mint ?? mintOf, mint !== undefined),
      amount: amount === 'all' ? unlimited : amount,
      ...defined({ isCommon: isOwn || (commonPrograms.has(to) && amount === 0n) || undefined }),
    })
  }

  /** An unknown token could be any token, so no limit applies to it. */
  #assetOf(address: string | undefined, isMint: boolean): Asset {
    if (address === undefined) return nativeAsset
    const mint = isMint ? address : this.#tokenAccounts.mintOf(address)
    return mint === undefined ? everything : accountAt(mint)
  }
}
