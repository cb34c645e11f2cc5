import { toBase64 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import type { SuiKey } from '@latchkey/crypto/chains/sui'
import { suiMessageDigest, suiTransactionDigest } from '@latchkey/crypto/chains/suiMessage'
import { providerCodes } from '@latchkey/device/provider'
import { readAccount, readBytes, textOf } from '../standard/inputs.ts'
import { type FeatureMethod, standardCodes } from '../standard/standardSite.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import type { StandardFeature } from '../wire.ts'
import { type ReadSuiTransaction, RefusedSuiTransaction, type SuiTransaction } from './suiTransactions.ts'

/** The features of the card. */
export const suiFeatures: Readonly<Record<string, StandardFeature>> = {
  'sui:signPersonalMessage': { version: '1.1.0', method: 'signPersonalMessage' },
  'sui:signTransaction': { version: '2.0.0', method: 'signTransaction' },
}

export interface SuiWalletParts {
  readonly core: WalletCore
  readonly accounts: readonly SuiKey[]
  readonly chains: readonly string[]
  readonly readTransaction: ReadSuiTransaction
}

type Input = Readonly<Record<string, unknown>>

/** The code of each reason why a transaction is not signed. */
const refusedCodes: Readonly<Record<RefusedSuiTransaction['reason'], number>> = {
  malformed: standardCodes.transactionRejected,
  incomplete: providerCodes.chainDisconnected,
  unsupported: providerCodes.unsupportedMethod,
}

/** The features of wallets on Sui, by name. */
export function createSuiFeatures(wallet: SuiWalletParts): Readonly<Record<string, FeatureMethod>> {
  const { core } = wallet

  return {
    async 'sui:signPersonalMessage'(site, inputs) {
      const [input = {}] = inputs
      const key = readKey(wallet, site, input)
      const chain = readChain(wallet, input)
      const message = readBytes(input, 'message')
      const asked = { account: key.address, ...defined({ text: textOf(message), chain }) }
      await core.assertApproved(site, { kind: 'message', method: 'sui:signPersonalMessage', params: inputs, ...asked })
      return { outputs: signed(message, key.sign(suiMessageDigest(message))) }
    },
    async 'sui:signTransaction'(site, inputs) {
      const [input = {}] = inputs
      const key = readKey(wallet, site, input)
      const chain = readChain(wallet, input)
      if (chain === undefined) throw fail(standardCodes.invalidInput, '"chain" names no chain.')
      const { bytes, asked } = await readTransaction(wallet, input, key)
      const question = { account: key.address, chain, suiTransaction: asked }
      await core.assertApproved(site, {
        kind: 'transaction',
        method: 'sui:signTransaction',
        params: inputs,
        ...question,
      })
      return { outputs: signed(bytes, key.sign(suiTransactionDigest(bytes))) }
    },
  }
}

/** Unlike other chains, Sui replies in base64. */
const signed = (bytes: Uint8Array, signature: Uint8Array) => ({
  bytes: toBase64(bytes),
  signature: toBase64(signature),
})

/** @throws WalletError -32000 or 4100 */
function readKey({ core, accounts }: SuiWalletParts, site: Site, input: Input): SuiKey {
  const account = readAccount(core, site, input)
  const key = accounts.find(({ address }) => address === account)
  if (key) return key
  throw fail(providerCodes.unauthorized, `The wallet has no account ${account}.`)
}

/** @throws WalletError -32000 */
function readChain({ chains }: SuiWalletParts, { chain }: Input): string | undefined {
  if (chain === undefined || (typeof chain === 'string' && chains.includes(chain))) return chain
  throw fail(standardCodes.invalidInput, `The wallet does not have the chain ${String(chain)}.`)
}

/** @throws WalletError -32000, -32003, 4200 or 4901 */
async function readTransaction(
  wallet: SuiWalletParts,
  { transaction }: Input,
  { address }: SuiKey,
): Promise<SuiTransaction> {
  if (typeof transaction !== 'string')
    throw fail(standardCodes.invalidInput, '"transaction" has no function "toJSON" that gives a text.')
  const read = await wallet.readTransaction(transaction, address).catch((error: unknown) => {
    if (!(error instanceof RefusedSuiTransaction)) throw error
    throw fail(refusedCodes[error.reason], error.message, { cause: error })
  })
  if ([read.asked.sender, read.asked.gasOwner].includes(address)) return read
  throw fail(standardCodes.transactionRejected, `The transaction needs no signature of ${address}.`)
}
