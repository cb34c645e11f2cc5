import type { SolanaRunner } from '@latchkey/chains/chains'
/** Finds the owners of the token accounts in a message. This loads `@solana/kit` and a curve, so import it lazily. */
import { associatedTokenAddress } from '@latchkey/chains/codecs/solanaAddresses'
import { type DecodedInstruction, nativeMint, programs } from '@latchkey/chains/codecs/solanaInstructions'
import { newTokenAccountOf, sourceOf } from './svmInstructions.ts'

type OnLedger = ReturnType<SolanaRunner['tokenAccount']>

/** The token accounts that one message names: those on the ledger, and those that the message creates. */
export class TokenAccounts {
  readonly #wallets: readonly string[]
  readonly #onLedger: (address: string) => OnLedger
  /**
   * The token accounts that the message creates. A message can also give an account of the ledger to a new owner, so
   * both owners count.
   */
  readonly #newAccounts = new Map<string, { readonly mint: string; readonly owners: Set<string> }>()
  /** Any payment of lamports may go to a token account of wrapped SOL. */
  readonly #mints = new Set<string>([nativeMint])

  /**
   * @param wallets - The wallets that matter. Their associated accounts are known before they exist.
   * @param onLedger - Reads a token account of the ledger.
   */
  constructor(wallets: readonly string[], onLedger: (address: string) => OnLedger) {
    this.#wallets = wallets
    this.#onLedger = onLedger
  }

  /** Notes the token accounts and the mints of a message. Call it before anything is asked. */
  note(instructions: readonly DecodedInstruction[]): void {
    for (const instruction of instructions) {
      const newAccount = newTokenAccountOf(instruction)
      if (!newAccount) continue
      const { owners } = this.#newAccounts.get(newAccount.account) ?? { owners: new Set<string>() }
      this.#newAccounts.set(newAccount.account, { mint: newAccount.mint, owners: owners.add(newAccount.owner) })
    }
    for (const instruction of instructions) {
      const source = sourceOf(instruction)
      const mints = [instruction.accounts.mint?.address, source && this.mintOf(source)]
      for (const mint of mints) if (mint !== undefined) this.#mints.add(mint)
    }
  }

  /** The mint of a token account; `undefined` for an account that neither the ledger nor the message knows. */
  mintOf(address: string): string | undefined {
    return this.#newAccounts.get(address)?.mint ?? this.#onLedger(address)?.mint
  }

  /** The wallets that an account belongs to: by the ledger and by the message, otherwise by its address. */
  ownersOf(address: string): readonly string[] {
    const owners = new Set(this.#newAccounts.get(address)?.owners)
    const onLedger = this.#onLedger(address)
    if (onLedger) owners.add(onLedger.owner)
    return owners.size > 0 ? [...owners] : this.#wallets.filter((wallet) => this.#isAssociated(wallet, address))
  }

  #isAssociated(wallet: string, address: string): boolean {
    return [...this.#mints].some((mint) =>
      [programs.token, programs.token2022].some((program) => associatedTokenAddress(wallet, mint, program) === address),
    )
  }
}
