import { equalBytes, readBase58, readBase64, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { suiMessageDigest, suiTransactionDigest } from '@latchkey/crypto/chains/suiMessage'
import {
  authorizationMatches,
  evmMessageMatches,
  transactionMatches,
  typedDataMatches,
} from '@latchkey/signing/contexts/evmContexts'
import type { SignedContent } from '@latchkey/signing/contexts/signedContent'
import { domainProblem } from '@latchkey/signing/contexts/typedDataDomain'
import { userOperationMatches } from '@latchkey/signing/contexts/userOperations'
import type { components } from '@latchkey/types'
import type { SignatureKind } from '../../store/roomRecords.ts'
import { assert } from '../shared/errors.ts'

type Schemas = components['schemas']
type Context = Schemas['SignMessageContext']
type WaasChain = Schemas['WaasChainEnum']

type Part = Exclude<keyof Context, 'domain'>

interface ContextRow<P extends Part> {
  readonly chain: WaasChain
  readonly kind: SignatureKind
  /** Whether this part of the context matches the signed bytes. It may throw for a malformed part. */
  matches(part: NonNullable<Context[P]>, content: SignedContent): boolean | Promise<boolean>
  /** A problem of the part itself, whatever is signed: a sentence. */
  problem?(part: NonNullable<Context[P]>): string | undefined
}

/** The message of a Solana transaction: what follows the signatures. */
function solanaMessage(bytes: Uint8Array): Uint8Array {
  const [count = 0] = bytes
  return bytes.subarray(1 + 64 * count)
}

const contexts: { readonly [P in Part]-?: ContextRow<P> } = {
  evmTransaction: { chain: 'EVM', kind: 'transaction', matches: transactionMatches },
  evmUserOperation: { chain: 'EVM', kind: 'userOperation', matches: userOperationMatches },
  eip7702Auth: { chain: 'EVM', kind: 'authorization', matches: authorizationMatches },
  evmMessage: { chain: 'EVM', kind: 'message', matches: evmMessageMatches },
  evmTypedData: { chain: 'EVM', kind: 'typedData', matches: typedDataMatches, problem: domainProblem },
  svmTransaction: {
    chain: 'SVM',
    kind: 'transaction',
    matches({ serializedTransactions }, { signed }) {
      const message = readHex(signed) ?? new Uint8Array()
      return serializedTransactions.some((text) => {
        const bytes = readBase64(text) ?? readBase58(text)
        return bytes !== undefined && (equalBytes(bytes, message) || equalBytes(solanaMessage(bytes), message))
      })
    },
  },
  svmMessage: { chain: 'SVM', kind: 'message', matches: (text, { signed }) => toHex(utf8(text)) === signed },
  suiTransaction: {
    chain: 'SUI',
    kind: 'transaction',
    matches({ serializedTransaction }, { signed }) {
      const bytes = readBase64(serializedTransaction)
      return bytes !== undefined && toHex(suiTransactionDigest(bytes)) === signed
    },
  },
  suiMessage: {
    chain: 'SUI',
    kind: 'message',
    matches: (text, { signed }) => toHex(suiMessageDigest(text)) === signed,
  },
}

const parts = Object.keys(contexts) as Part[]

/**
 * Checks that every part of a context says the same as the bytes that are signed. Otherwise a request could show one
 * thing to the policies and sign another.
 *
 * @returns The kind of signature by the context; `undefined` without a context.
 * @throws {@link DomainError} `validationFailed`
 */
export async function kindOfContext(
  chain: WaasChain,
  context: Context = {},
  content: SignedContent,
): Promise<SignatureKind | undefined> {
  let kind: SignatureKind | undefined
  for (const name of parts) {
    const row = contexts[name] as ContextRow<Part>
    const part = context[name]
    if (part === undefined) continue
    assert(row.chain === chain, 'validationFailed', {
      message: `context.${name} must be left out, since it is for wallets of ${row.chain}.`,
    })
    const problem = row.problem?.(part)
    assert(problem === undefined, 'validationFailed', { message: `context.${name}.${problem}` })
    assert(await isMatch(row, part, content), 'validationFailed', {
      message: `context.${name} must hash to the bytes of the message.`,
    })
    kind ??= row.kind
  }
  return kind
}

/** A library's complaint about a malformed part means that the part cannot hash to anything. */
async function isMatch(row: ContextRow<Part>, part: NonNullable<Context[Part]>, content: SignedContent) {
  try {
    return await row.matches(part, content)
  } catch {
    return false
  }
}
