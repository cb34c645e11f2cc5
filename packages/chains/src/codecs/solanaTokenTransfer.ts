/** Payments of tokens on Solana. This loads `@solana/kit` and a curve, so import it lazily. */
import { defined } from '@latchkey/base/defined'
import { AccountRole, type Address, getStructEncoder, getU64Encoder, getU8Encoder, type Instruction } from '@solana/kit'
import { associatedTokenAddress } from './solanaAddresses.ts'
import { programs } from './solanaInstructions.ts'
import { compileSolanaTransaction, type SolanaTransaction } from './solanaTransactions.ts'

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole

/** A transfer from one wallet's associated token account to that of another. */
interface TokenTransfer {
  readonly from: string
  readonly to: string
  readonly mint: string
  /** In the smallest unit. */
  readonly amount: bigint
  readonly decimals: number
}

/** A payment of tokens, which its payer has to sign. It creates the token account of the recipient if that is missing. */
export function createSolanaTokenTransfer(
  { from, to, mint, amount, decimals }: TokenTransfer,
  blockhash: string,
): SolanaTransaction {
  const [source, destination] = [associatedTokenAddress(from, mint), associatedTokenAddress(to, mint)]
  const create = instruction(
    programs.associatedToken,
    [
      [from, WRITABLE_SIGNER],
      [destination, WRITABLE],
      [to, READONLY],
      [mint, READONLY],
      [programs.system, READONLY],
      [programs.token, READONLY],
    ],
    // 1 accepts an account that is there already.
    Uint8Array.of(1),
  )
  const data = getStructEncoder([
    ['tag', getU8Encoder()],
    ['amount', getU64Encoder()],
    ['decimals', getU8Encoder()],
  ]).encode({ tag: 12, amount, decimals })
  const transferChecked = instruction(
    programs.token,
    [
      [source, WRITABLE],
      [mint, READONLY],
      [destination, WRITABLE],
      [from, READONLY_SIGNER],
    ],
    data,
  )
  return compileSolanaTransaction([create, transferChecked], { feePayer: from, blockhash })
}

function instruction(
  program: string,
  accounts: readonly (readonly [address: string, role: AccountRole])[],
  data: Instruction['data'],
): Instruction {
  return {
    programAddress: program as Address,
    accounts: accounts.map(([address, role]) => ({ address: address as Address, role })),
    ...defined({ data }),
  }
}
