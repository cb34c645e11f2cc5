/** What requests of Bitcoin wallets do. This loads `@scure/btc-signer`, so import it lazily. */
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { readPsbt } from '../../../crypto/chains/psbtBytes.ts'
import { accountOf, nativeAsset } from '../policyChains.ts'
import { EffectCollector, messageEffects, type PolicyEffects, rawEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'
import { unlimited } from './unlimited.ts'

/** The opcode of outputs that carry data and that nobody can spend. */
const opReturn = 0x6a

/** What a request does: the outputs of a PSBT. Other texts are messages (BIP-322). */
export function decodeBtcRequest({
  account,
  request: { message, isFormatted = false },
}: RequestToDecode): PolicyEffects {
  if (isFormatted) return rawEffects
  const psbt = readPsbt(message)
  if (!psbt) return messageEffects
  const collector = new EffectCollector()
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true, allowUnknownOutputs: true })
  collector.fees.push({ amount: feeOf(transaction) })
  for (let index = 0; index < transaction.outputsLength; index++) {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    if (script[0] === opReturn && amount === 0n) continue
    const recipient = recipientOf(script)
    if (recipient === undefined) {
      collector.unknown.push({ reason: 'An output has a script that is no address.' })
      continue
    }
    const isOwn = recipient === account
    collector.grants.push({ account: recipient, asset: nativeAsset, amount, ...(isOwn && { isCommon: true as const }) })
  }
  return collector.effects()
}

/** What the inputs have and the outputs do not. An input whose amount is not in the PSBT could have any. */
function feeOf(transaction: Transaction): bigint {
  let fee = 0n
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { witnessUtxo, nonWitnessUtxo, index: output = 0 } = transaction.getInput(index)
    const spent = nonWitnessUtxo?.outputs[output] ?? witnessUtxo
    if (!spent) return unlimited
    fee += spent.amount
  }
  for (let index = 0; index < transaction.outputsLength; index++) fee -= transaction.getOutput(index).amount ?? 0n
  return fee > 0n ? fee : 0n
}

function recipientOf(script: Uint8Array): string | undefined {
  try {
    return accountOf('BTC', Address().encode(OutScript.decode(script)))
  } catch {
    return undefined
  }
}
