import { isLatchkeyError } from './errors.ts'
import { SignInError, type SignInErrorReason } from './signInError.ts'

/** Why a wallet of the person gave no proof, in a sentence that says what to do. */
const sentences = {
  cancelled: 'The person refused in the wallet. Let them try again when they want to.',
  locked: 'The wallet is locked, or gives this site no account. Ask the person to unlock it and to connect an account.',
  wrong_chain: 'The wallet is on another network than the requested one. Ask the person to switch the network.',
  request_pending: 'The wallet has an open request already. Ask the person to answer it, then try again.',
  not_supported: 'The wallet lacks a method that signing in needs. Ask the person to update it, or to use another one.',
  disconnected: 'The wallet is disconnected. Ask the person to check its connection, then try again.',
  other_account: 'The wallet does not offer the requested account. Ask the person to select that account in it.',
  no_signature: 'The wallet replied without an address, a message or a signature. Try another wallet.',
  wallet_failed: 'The wallet failed. Its error is the `cause`.',
} as const satisfies Readonly<Partial<Record<SignInErrorReason, string>>>

/** Why a wallet of the person gave no proof. */
type WalletErrorReason = keyof typeof sentences

/** The codes that wallets give: those of EIP-1193 and JSON-RPC, which most chains share, ethers and WalletConnect. */
const reasons: Readonly<Record<string | number, WalletErrorReason>> = {
  4001: 'cancelled',
  5000: 'cancelled',
  ACTION_REJECTED: 'cancelled',
  4100: 'locked',
  4200: 'not_supported',
  '-32601': 'not_supported',
  '-32004': 'not_supported',
  4900: 'disconnected',
  4901: 'wrong_chain',
  4902: 'wrong_chain',
  '-32002': 'request_pending',
}

/** How wallets without such codes say it, in the order in which they are tried. */
const wordings: readonly (readonly [RegExp, WalletErrorReason])[] = [
  [/reject|declin|cancel|refus|abort|den(?:y|ied)|closed by/i, 'cancelled'],
  [/\blocked\b|unlock/i, 'locked'],
  [/no (?:modular )?chain info|(?:wrong|unsupported|different) (?:network|chain)/i, 'wrong_chain'],
  [/already (?:pending|open|processing)/i, 'request_pending'],
  [/not (?:implemented|supported)|unsupported/i, 'not_supported'],
  [/disconnected|not connected/i, 'disconnected'],
]

/** Creates the error of a wallet, with a sentence that says what to do. */
export function walletError(reason: WalletErrorReason, cause?: unknown): SignInError {
  return new SignInError(reason, sentences[reason], { cause })
}

/**
 * Names what a wallet threw, which is often not an Error: an object with a code, a text, or an error of a library
 * around it.
 *
 * @returns A {@link SignInError} with it as the cause. An error of this package stays, and so does a SyntaxError, which
 *   says that the caller's message cannot be written.
 */
export function toWalletError(error: unknown): unknown {
  if (isLatchkeyError(error) || error instanceof SyntaxError) return error
  const layers = layersOf(error)
  const code = layers.map((layer) => layer.code).find((each) => Object.hasOwn(reasons, String(each)))
  const texts = [error, ...layers.map((layer) => layer.message)].filter((each) => typeof each === 'string')
  const reason =
    reasons[String(code)] ?? wordings.find(([wording]) => wording.test(texts.join('\n')))?.[1] ?? 'wallet_failed'
  return walletError(reason, error)
}

type Layer = { readonly [name in 'code' | 'message' | 'cause' | 'error' | 'info' | 'data' | 'originalError']?: unknown }

/** An error and those within it: `data.originalError` of MetaMask, `info.error` of ethers, `error` of wallet adapters. */
function layersOf(error: unknown, depth = 0): readonly Layer[] {
  if (!error || depth > 5) return []
  const layer = Object(error) as Layer
  const inner = [layer.cause, layer.error, layer.info, layer.data, layer.originalError]
  return [layer, ...inner.flatMap((each) => layersOf(typeof each === 'object' && each, depth + 1))]
}
