import { toBase58 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { ChainBackend } from '../../backend.ts'
import type { BusinessPayment } from '../../chains.ts'
import { createSolanaTokenTransfer } from '../../codecs/solanaTokenTransfer.ts'
import { createSolanaTransfer, withSignature } from '../../codecs/solanaTransactions.ts'
import type { LedgerTransaction } from '../../records.ts'
import { addNative, addressOf } from '../accounts.ts'
import { decimalsOf } from '../chainTokens.ts'
import { moveToken } from '../tokens.ts'
import { rentOf, sizes } from './accountSizes.ts'
import { lamportsPerSignature } from './computeBudget.ts'
import { keyOf } from './solanaAccounts.ts'
import { landedTransaction, momentOf, signatureOf, submit } from './solanaLedger.ts'

/** The address of a key. */
export function solanaAddressOf(secret: Uint8Array): string {
  return toBase58(ed25519.getPublicKey(secret))
}

/** Pays lamports or a token on a cluster. A payment that leaves less than the rent to its recipient does not land. */
export function payOnSolana(
  backend: ChainBackend,
  { to, networkId, contract, amount }: BusinessPayment,
  secret: Uint8Array,
): LedgerTransaction | undefined {
  const from = solanaAddressOf(secret)
  const recipient = addressOf(to)
  const { blockhash } = momentOf(backend, networkId)
  // The payer's rest covers the rent of its own account and of a new token account.
  const costs = lamportsPerSignature + rentOf(0) + rentOf(sizes.token)
  addNative(backend, { account: keyOf(from), networkId }, costs + (contract === undefined ? amount : 0n))
  if (contract !== undefined) moveToken(backend, { networkId, contract, kind: 'token' }, { to: keyOf(from), amount })
  const unsigned =
    contract === undefined
      ? createSolanaTransfer({ from, to: recipient, lamports: amount }, blockhash)
      : createSolanaTokenTransfer(
          {
            from,
            to: recipient,
            mint: addressOf(contract),
            amount,
            decimals: decimalsOf(backend, contract, networkId),
          },
          blockhash,
        )
  const signed = withSignature(unsigned, from, Uint8Array.from(ed25519.sign(unsigned.messageBytes, secret)))
  submit(backend, networkId, signed)
  return landedTransaction(backend, networkId, signatureOf(signed))
}
