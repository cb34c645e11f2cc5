/** What requests of Solana wallets do. This loads `@solana/kit`, so import it lazily. */
import type { Backend } from '../../../backend.ts'
import { readHex } from '../../../crypto/bytes.ts'
import { associatedTokenAddress } from '../../../crypto/solanaAddresses.ts'
import { decodeInstruction, programs } from '../../../crypto/solanaInstructions.ts'
import {
  accountsOf,
  instructionsOf,
  readSolanaMessage,
  type SolanaAccountMeta,
  type SolanaInstruction,
  type SolanaTransaction,
} from '../../../crypto/solanaTransactions.ts'
import type { Account, SolanaRunner } from '../../../effects/chains.ts'
import { networkIdsOf } from '../../chains/networks.ts'
import { type Asset, everything, nativeAsset } from '../policyChains.ts'
import { EffectCollector, type Grant, messageEffects, type PolicyEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { grantsOf, type InstructionGrant } from './svmInstructions.ts'
import { unlimited } from './unlimited.ts'

const accountAt = (address: string): Account => `solana:${address}`
const addressOf = (account: Account) => account.slice('solana:'.length)

/** What a request does: by the bytes that are signed, whatever a context says about them. */
export async function decodeSvmRequest(backend: Backend, input: RequestToDecode): Promise<PolicyEffects> {
  const bytes = readHex(input.signed) ?? new Uint8Array()
  const transaction = readSolanaMessage(bytes)
  if (!transaction)
    return isText(bytes) ? messageEffects : hiddenEffects('These bytes are no text, and their form is not known.')
  const runner = await backend.outside.chains.solana()
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
  // Without lookup tables, the accounts are the same on every network.
  const [first] = networks
  const hasTables = first !== undefined && first.accounts.length > transaction.message.staticAccounts.length
  for (const { networkId, accounts } of hasTables ? networks : networks.slice(0, 1)) {
    const place = recent === undefined ? {} : { chainId: recent }
    new MessageDecoder({ collector, runner, networkId, place, input }).decode(transaction, accounts)
  }
  return collector.effects()
}

const plainGrant = (address: string): Grant => ({ account: accountAt(address), asset: nativeAsset, amount: 0n })

const hiddenEffects = (reason: string): PolicyEffects => {
  const collector = new EffectCollector()
  collector.hidden.push(reason)
  return collector.effects()
}

/** The header of messages that are no transactions. */
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
  readonly place: Pick<Grant, 'chainId'>
  readonly input: RequestToDecode
}

const commonPrograms: ReadonlySet<string> = new Set(Object.values(programs))
const memos: ReadonlySet<string> = new Set([programs.memo, programs.memo1])

/** Collects what one message does on one network. */
class MessageDecoder {
  readonly #decoding: Decoding
  /** Owners of token accounts that an instruction names. */
  readonly #owners = new Map<string, string>()
  readonly #mints = new Set<string>()

  constructor(decoding: Decoding) {
    this.#decoding = decoding
  }

  decode(transaction: SolanaTransaction, accounts: readonly SolanaAccountMeta[]): void {
    const instructions = instructionsOf(transaction, accounts)
    for (const instruction of instructions) this.#note(instruction)
    const understood = new Set([transaction.signers[0]])
    for (const instruction of instructions) for (const address of this.#collect(instruction)) understood.add(address)
    const { grants } = this.#decoding.collector
    const granted = new Set(grants.map(({ account }) => account))
    for (const { address, isWritable } of accounts)
      if (isWritable && !understood.has(address) && !granted.has(accountAt(address)))
        this.#grant({ to: address, amount: 0n })
  }

  /** Notes which mints and owners an instruction speaks of. */
  #note(instruction: SolanaInstruction): void {
    const decoded = decodeInstruction(instruction)
    const mint = decoded?.accounts.mint?.address
    if (mint !== undefined) this.#mints.add(mint)
    for (const { to, owner } of decoded ? grantsOf(decoded) : []) if (owner !== undefined) this.#owners.set(to, owner)
  }

  /** @returns The accounts whose part in the instruction is known. */
  #collect(instruction: SolanaInstruction): string[] {
    const { program, accounts } = instruction
    const { collector, place } = this.#decoding
    const isCommon = commonPrograms.has(program) ? ({ isCommon: true } as const) : {}
    collector.grants.push({ ...place, ...plainGrant(program), ...isCommon })
    if (memos.has(program)) return []
    const decoded = decodeInstruction(instruction)
    if (!decoded) {
      collector.unknown.push({ ...place, reason: 'An instruction of a program cannot be decoded.' })
      for (const { address, isWritable } of accounts) if (isWritable) this.#grant({ to: address, amount: 0n })
      return []
    }
    for (const grant of grantsOf(decoded)) this.#grant(grant)
    return Object.values(decoded.accounts).map(({ address }) => address)
  }

  #grant({ to, mint, mintOf, amount }: InstructionGrant): void {
    const { collector, place, input } = this.#decoding
    const aliases = this.#aliasesOf(to)
    const isOwn = [accountAt(to), ...aliases].includes(input.account)
    collector.grants.push({
      ...place,
      account: accountAt(to),
      ...(aliases.length > 0 && { aliases }),
      asset: amount === 'all' ? everything : this.#assetOf(mint, mintOf),
      amount: amount === 'all' ? unlimited : amount,
      ...((isOwn || (commonPrograms.has(to) && amount === 0n)) && { isCommon: true as const }),
    })
  }

  /** A token that nobody knows could be any, so no limit fits it. */
  #assetOf(mint: string | undefined, mintOf: string | undefined): Asset {
    if (mint !== undefined) return accountAt(mint)
    if (mintOf === undefined) return nativeAsset
    const mintOnLedger = this.#tokenAccount(mintOf)?.mint
    return mintOnLedger === undefined ? everything : accountAt(mintOnLedger)
  }

  #tokenAccount(address: string) {
    const { runner, networkId } = this.#decoding
    return runner.tokenAccount(networkId, address)
  }

  /** The wallet that a token account belongs to, by the ledger, by an instruction, or by its address. */
  #aliasesOf(address: string): Account[] {
    const onLedger = this.#tokenAccount(address)
    if (onLedger) return [accountAt(onLedger.owner)]
    const { account, named } = this.#decoding.input
    const derived = [account, ...named].filter((each) => this.#isTokenAccountOf(addressOf(each), address))
    const owner = this.#owners.get(address)
    return [...new Set([...(owner === undefined ? [] : [accountAt(owner)]), ...derived])]
  }

  #isTokenAccountOf(wallet: string, address: string): boolean {
    return [...this.#mints].some((mint) =>
      [programs.token, programs.token2022].some((program) => associatedTokenAddress(wallet, mint, program) === address),
    )
  }
}
