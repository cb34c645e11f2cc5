/** What requests of Bitcoin wallets do. This loads `@scure/btc-signer`, so import it lazily. */
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { readPsbt } from '../../../crypto/chains/psbtBytes.ts'
import { accountOf, nativeAsset } from '../policyChains.ts'
import { EffectCollector, messageEffects, type PolicyEffects, rawEffects } from '../policyEffects.ts'
import type { RequestToDecode } from './requestToDecode.ts'

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

function recipientOf(script: Uint8Array): string | undefined {
  try {
    return accountOf('BTC', Address().encode(OutScript.decode(script)))
  } catch {
    return undefined
  }
}
