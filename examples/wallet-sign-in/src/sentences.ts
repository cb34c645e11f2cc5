import { ConnectionError, isApiError } from '@latchkey/client'
import { SignInError } from '@latchkey/client/session'

const refused = 'You refused in your wallet. Nothing has happened.'
const locked = 'Your wallet is locked, or no longer shows its account to this page. Unlock it, then try again.'
const wrongChain = 'Your wallet is on another chain than this page. Switch the chain, then try again.'
const alreadyOpen = 'A request is open in your wallet already. Answer that one first.'
const offline = 'Your wallet has no network. Try again when it has.'

/** Why a wallet did not sign in, by the reason that the client gives. */
const reasons: Readonly<Record<string, string>> = {
  cancelled: refused,
  locked,
  wrong_chain: wrongChain,
  request_pending: alreadyOpen,
  disconnected: offline,
  other_account: 'You have another account selected in your wallet. Connect that one, then sign in.',
  not_supported: 'Your wallet cannot sign in here. Please choose another one.',
  no_signature: 'Your wallet gave no signature. Please try again.',
}

/** Why a wallet did nothing else, by the codes of EIP-1193. */
const codes: Readonly<Record<number, string>> = {
  4001: refused,
  4100: locked,
  4900: offline,
  4901: 'Your wallet does not reach this chain. Choose another one, or try again later.',
  4902: wrongChain,
  [-32002]: alreadyOpen,
}

/** The words in which the page says that something has failed. The message of an error is for the console. */
export function sentenceOf(error: unknown): string {
  if (error instanceof SignInError) return reasons[error.reason] ?? 'Your wallet has failed. Please try again.'
  if (error instanceof ConnectionError) return 'The service does not answer. Try again in a moment.'
  if (isApiError(error)) return 'The service has not accepted your sign-in. Try again in a moment.'
  const layers = layersOf(error)
  // The innermost code is the wallet's. wagmi says 4902 of each chain that it could not switch to.
  const ofWallet = layers.map(({ code = 0 }) => codes[code]).findLast(Boolean)
  if (ofWallet) return ofWallet
  if (layers.some(({ name, message = '' }) => name === 'InsufficientFundsError' || /insufficient funds/i.test(message)))
    return 'Your account has too little for this tip and its fee.'
  if (layers.some(({ name }) => name === 'WaitForTransactionReceiptTimeoutError'))
    return 'The chain has not confirmed your tip. Look into your wallet before you try again.'
  return 'That did not work. Try again in a moment.'
}

interface Layer {
  readonly name?: string
  readonly message?: string
  readonly code?: number
}

/** An error, and those that it was caused by. */
function layersOf(error: unknown): readonly Layer[] {
  return error instanceof Error ? [error as Layer, ...layersOf(error.cause)] : [Object(error) as Layer]
}
