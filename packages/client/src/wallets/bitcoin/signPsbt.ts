import { CeremonyError } from '../../shared/ceremonyError.ts'
import { assertChain } from '../assertChain.ts'
import type { SigningWallet, SignOptions } from '../wallet.ts'

/** Reading and writing PSBTs, loaded with the first one. */
const loadPsbts = () => import('./psbts.ts')

/**
 * Signs every input of a PSBT (BIP-174) that spends from a Bitcoin wallet, each in a room of its own. The service sees
 * the whole transaction, so wallets under policies can sign, too: policies cannot judge a mere digest.
 *
 * All inputs and outputs are signed for (`SIGHASH_ALL`, or the default of Taproot). If a policy limits amounts, give
 * each input the transaction that created it (`nonWitnessUtxo`).
 *
 * @param wallet - A wallet on Bitcoin, with either kind of address.
 * @param psbt - In base64, of at most 16 384 characters with its signatures: the service refuses longer ones.
 * @param options - Used for each signature.
 * @returns The PSBT in base64 with the signatures, not finalized: other wallets may still have to sign.
 * @throws {@link TypeError} when the wallet is of another chain.
 * @throws {@link CeremonyError} `unsupported` for a text that is not a PSBT, or has nothing that the wallet can sign,
 * and {@link ApiError} as `waas.signMessage`. The signatures that were made before a failure are discarded.
 * @example
 * const signed = Transaction.fromPSBT(base64.decode(await signPsbt(wallet, base64.encode(transaction.toPSBT()))))
 * signed.finalize()
 */
export async function signPsbt(wallet: SigningWallet, psbt: string, options: SignOptions = {}): Promise<string> {
  assertChain(wallet, 'BTC')
  const { signInputs } = await loadPsbts()
  return signInputs(psbt, wallet.publicKey, async (message) => {
    const { publicKey, signature } = await wallet.sign({ message }, options)
    if (publicKey === wallet.publicKey) return signature
    throw new CeremonyError('key_mismatch', 'The signature was made with another key than that of the wallet.')
  })
}
