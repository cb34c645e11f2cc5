import { toBase58, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createSolanaTransfer, withSignature } from '../../codecs/solanaTransactions.ts'
import { addNative } from '../accounts.ts'
import { rentOf } from './accountSizes.ts'
import { lamportsPerSignature } from './computeBudget.ts'
import { keyOf } from './solanaAccounts.ts'
import { momentOf, signatureOf, type SolanaBackend } from './solanaLedger.ts'
import { accept } from './solanaMining.ts'

/** The key of the faucet. It is public, like this file, and protects nothing. */
const secret = sha256(utf8('the faucet of the simulated clusters'))

/** Sends lamports that come from nowhere, by a transaction. @returns Its signature. */
export function airdrop(
  backend: SolanaBackend,
  networkId: number,
  { to, lamports }: { readonly to: string; readonly lamports: bigint },
): string {
  const from = toBase58(ed25519.getPublicKey(secret))
  // The rest in the faucet covers the rent of its own account.
  addNative(backend, { account: keyOf(from), networkId }, lamports + lamportsPerSignature + rentOf(0))
  const { blockhash } = momentOf(backend, networkId)
  const transfer = createSolanaTransfer({ from, to, lamports }, blockhash)
  const signed = withSignature(transfer, from, Uint8Array.from(ed25519.sign(transfer.messageBytes, secret)))
  accept(backend, networkId, signed)
  return signatureOf(signed)
}
