import { defined } from '@latchkey/base/defined'
import { associatedTokenAddress } from '../../../codecs/solanaAddresses.ts'
import { nativeMint, programs } from '../../../codecs/solanaInstructions.ts'
import { mineBlock } from '../../../ledger/blocks.ts'
import { rentOf, sizes } from '../../../ledger/solana/accountSizes.ts'
import { extendedSize } from '../../../ledger/solana/extensionBytes.ts'
import { associatedExtensionsOf } from '../../../ledger/solana/requiredExtensions.ts'
import { solanaNetwork } from '../../../ledger/solana/slots.ts'
import {
  type Mint,
  saveAccounts,
  type SolanaAccount,
  type TokenAccount,
} from '../../../ledger/solana/solanaAccounts.ts'
import { RpcError } from '../../jsonRpc.ts'
import type { SolanaCall } from '../../solana/solanaCall.ts'
import { invalidParam, readAddress, readConfig, readCount } from '../../solana/solanaParams.ts'
import type { SolanaNodeMethod } from './solanaNode.ts'

type Update = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** An address that may be removed by the text `null`. */
const readKey = (value: unknown): string | undefined => (value === 'null' ? undefined : readAddress(value))

const states: Readonly<Record<string, boolean>> = { initialized: false, frozen: true }

/** @returns Whether the account is frozen. @throws {@link RpcError} */
function readState(value: unknown): boolean {
  const isFrozen = typeof value === 'string' ? states[value] : undefined
  if (isFrozen === undefined)
    throw invalidParam(
      `Invalid token account state: ${String(value)}. It may be initialized or frozen; surfnet_resetAccount removes one.`,
    )
  return isFrozen
}

/** A token account with the fields of an update. @throws {@link RpcError} */
function updated(account: TokenAccount, update: Update): TokenAccount {
  const { amount, delegate, delegatedAmount, state, closeAuthority, confidential } = update
  if (isGiven(confidential))
    throw new RpcError(
      -32_000,
      'This ledger does not run confidential transfers of Token-2022. Use a real node for a test that needs them.',
    )
  return {
    ...account,
    amount: isGiven(amount) ? BigInt(readCount(amount)) : account.amount,
    delegate: isGiven(delegate) ? readKey(delegate) : account.delegate,
    delegatedAmount: isGiven(delegatedAmount) ? BigInt(readCount(delegatedAmount)) : account.delegatedAmount,
    isFrozen: isGiven(state) ? readState(state) : account.isFrozen,
    closeAuthority: isGiven(closeAuthority) ? readKey(closeAuthority) : account.closeAuthority,
  }
}

/** A mint, and the program that keeps it. @throws {@link RpcError} */
function mintAt({ bank }: SolanaCall, mint: string, tokenProgram: unknown): { data: Mint; program: string } {
  const { data, program } = bank.get(mint)
  if (data?.kind !== 'mint')
    throw invalidParam(
      `Token mint ${mint} not found. Create it by instructions or surfnet_setAccount, or describe it by mock.chain.addToken().`,
    )
  if (isGiven(tokenProgram) && readAddress(tokenProgram) !== program)
    throw invalidParam(`The mint ${mint} is one of the program ${program}, not of ${String(tokenProgram)}.`)
  return { data, program }
}

interface Holding {
  readonly mint: string
  readonly owner: string
  readonly program: string
}

/** The token account of an owner, as the program for associated token accounts creates it. */
function newAccount(
  { mint, owner, program }: Holding,
  { extensions: ofMint }: Mint,
): Pick<SolanaAccount, 'space' | 'data'> {
  const extensions = program === programs.token2022 ? associatedExtensionsOf(ofMint) : undefined
  const space = extensions ? extendedSize('token', extensions) : sizes.token
  return {
    space,
    data: { kind: 'token', mint, owner, amount: 0n, delegatedAmount: 0n, isFrozen: false, ...defined({ extensions }) },
  }
}

/** Changes of token accounts without a transaction. Each makes a block, so that subscribers hear of it. */
export const tokenAccountMethods = {
  surfnet_setTokenAccount: ({ run, networkId }, [ownerKey, mintKey, update, tokenProgram]) =>
    run((call) => {
      const [owner, mint] = [readAddress(ownerKey), readAddress(mintKey)]
      const { data: mintData, program } = mintAt(call, mint, tokenProgram)
      const address = associatedTokenAddress(owner, mint, program)
      const present = call.bank.get(address)
      const account = present.data?.kind === 'token' ? present : newAccount({ mint, owner, program }, mintData)
      const data = updated(account.data as TokenAccount, readConfig(update))
      const { space } = account
      // Wrapped lamports lie in the account.
      const lamports = rentOf(space) + (mint === nativeMint ? data.amount : 0n)
      saveAccounts(call.backend, networkId, new Map([[address, { lamports, program, space, data }]]))
      mineBlock(call.backend, solanaNetwork(networkId))
      return call.inContext(null)
    }),
} satisfies Record<string, SolanaNodeMethod>
