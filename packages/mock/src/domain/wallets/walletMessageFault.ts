import type { Chain } from '@latchkey/crypto/chainAddresses'
import { signInMessageFault } from '@latchkey/crypto/signInMessageFault'
import { accountNameOf } from '../chains/chainNetworks.ts'
import { asEip4361 } from './walletMessages.ts'

/** The fault of a message that is no text of lines. */
const sentences: Partial<Record<Chain, string>> = {
  STARK:
    'The message has to be typed data of Starknet (SNIP-12, revision 1) as JSON, whose message has the texts "domain" and "nonce", and the time "issuedAt".',
  TON: 'The message has to be the proof of TON Connect as JSON: the texts "domain" and "payload", the number "timestamp", and nothing else.',
}

const aptosSentence =
  'The lines that the wallet puts around the message (AIP-62) have to be "address:", "application:" and "chainId:", each at most once, then "message:" and "nonce:", and have to agree with a sign-in message within.'

/** Says why a message is not one that wallets of the chain sign in with, and shows none of its values. */
export function walletMessageFault(chain: Chain, text: string): string {
  if (chain === 'APTOS' && text.startsWith('APTOS\n')) return aptosSentence
  return sentences[chain] ?? signInMessageFault(asEip4361(text, chain), accountNameOf(chain))
}
