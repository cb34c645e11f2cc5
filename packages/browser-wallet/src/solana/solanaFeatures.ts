import { utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { providerCodes } from '@latchkey/device/provider'
import { readAccount, readBytes, textOf, toWireBytes } from '../standard/inputs.ts'
import { readSignIn, solanaForm, writeSignInText } from '../standard/signInText.ts'
import { type FeatureMethod, standardCodes } from '../standard/standardSite.ts'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { clusterOf, sendTransaction } from './sending.ts'
import type { SolanaAccount } from './solanaAccount.ts'
import type { SolanaNodes, SolanaTransaction } from './solanaNodes.ts'

export interface SolanaWalletParts {
  readonly core: WalletCore
  readonly accounts: readonly SolanaAccount[]
  readonly chains: readonly string[]
  readonly nodes: SolanaNodes
}

type Input = Readonly<Record<string, unknown>>

/** A transaction of an input, checked and read. */
interface ReadInput {
  readonly account: string
  readonly transaction: SolanaTransaction
  readonly chain: string | undefined
  readonly options: unknown
}

/** The features of wallets on Solana, by name. */
export function createSolanaFeatures(wallet: SolanaWalletParts): Readonly<Record<string, FeatureMethod>> {
  const { core, accounts, nodes } = wallet

  function sign(address: string, bytes: Uint8Array): Uint8Array {
    const account = accounts.find((each) => each.address === address)
    if (account) return account.sign(bytes)
    throw fail(providerCodes.unauthorized, `The wallet has no account ${address}.`)
  }

  async function approve(site: Site, method: string, inputs: readonly Input[]): Promise<readonly ReadInput[]> {
    const read = inputs.map((input) => readInput(wallet, site, input))
    const [first] = read
    if (!first) return []
    await core.assertApproved(site, {
      kind: 'transaction',
      method,
      params: inputs,
      account: first.account,
      chain: first.chain,
      solanaTransactions: read.map(({ transaction }) => transaction.asked),
    })
    return read
  }

  const signed = ({ account, transaction }: ReadInput) =>
    transaction.withSignature(account, sign(account, transaction.messageBytes))

  return {
    'solana:signIn': (site, inputs) => signIn(wallet, site, { inputs, sign }),
    async 'solana:signMessage'(site, inputs) {
      const read = inputs.map((input) => ({
        account: readAccount(core, site, input),
        message: readMessage(nodes, input),
      }))
      const outputs: object[] = []
      for (const { account, message } of read) {
        const text = textOf(message)
        await core.assertApproved(site, {
          kind: 'message',
          method: 'solana:signMessage',
          params: inputs,
          account,
          ...defined({ text }),
        })
        const signature = toWireBytes(sign(account, message))
        outputs.push({ signedMessage: toWireBytes(message), signature, signatureType: 'ed25519' })
      }
      return { outputs }
    },
    async 'solana:signTransaction'(site, inputs) {
      const read = await approve(site, 'solana:signTransaction', inputs)
      return { outputs: read.map((input) => ({ signedTransaction: toWireBytes(signed(input)) })) }
    },
    async 'solana:signAndSendTransaction'(site, inputs) {
      const reached = inputs.map(({ chain }) => clusterOf(chain))
      const read = await approve(site, 'solana:signAndSendTransaction', inputs)
      const outputs: object[] = []
      for (const [index, input] of read.entries()) {
        const { transaction, options } = input
        const cluster = reached[index] ?? ''
        const sent = { cluster, options, blockhash: transaction.blockhash, signal: site.signal, bytes: signed(input) }
        outputs.push({ signature: toWireBytes(await sendTransaction(nodes, sent)) })
      }
      return { outputs }
    },
  }
}

/** @throws WalletError -32000 for bytes that are a transaction, which a page could send once they are signed */
function readMessage(nodes: SolanaNodes, input: Input): Uint8Array {
  const message = readBytes(input, 'message')
  if (!nodes.isTransactionMessage(message)) return message
  throw fail(standardCodes.invalidInput, 'The message is a transaction. Sign it by "solana:signTransaction".')
}

/** @throws WalletError -32000, -32003 or 4100 */
function readInput({ core, chains, nodes }: SolanaWalletParts, site: Site, input: Input): ReadInput {
  const account = readAccount(core, site, input)
  const { chain, options } = input
  if (chain !== undefined && !(typeof chain === 'string' && chains.includes(chain)))
    throw fail(standardCodes.invalidInput, `The wallet does not have the chain ${String(chain)}.`)
  const transaction = nodes.readTransaction(readBytes(input, 'transaction'))
  if (!transaction)
    throw fail(standardCodes.transactionRejected, 'The bytes are not a transaction of the version legacy or 0.')
  if (!transaction.signers.includes(account))
    throw fail(standardCodes.transactionRejected, `The transaction needs no signature of ${account}.`)
  return { account, transaction, chain, options }
}

interface SignInRequest {
  readonly inputs: readonly Input[]
  readonly sign: (address: string, bytes: Uint8Array) => Uint8Array
}

/** Signs in, and connects a page that has no access yet by the same question. */
async function signIn({ core }: SolanaWalletParts, site: Site, { inputs, sign }: SignInRequest) {
  const method = 'solana:signIn'
  const outputs: object[] = []
  for (const input of inputs) {
    const { address: wanted, ...fields } = readSignIn(input, site, solanaForm)
    const [selected = ''] = core.control.accounts
    const shown = wanted === undefined ? selected : String(wanted)
    if (!core.control.accounts.includes(shown))
      throw fail(providerCodes.unauthorized, `The wallet has no account ${shown}.`)
    const question = (account: string) => ({
      kind: 'signIn' as const,
      method,
      params: inputs,
      account,
      text: writeSignInText({ ...fields, address: account }, solanaForm),
    })
    const hasAccess = core.control.connections.includes(site.origin)
    const present = await core.connect(site, hasAccess ? { method, params: inputs } : question(shown))
    // The person may have chosen another account than the wallet has shown.
    const account = wanted === undefined ? present[0] : present.find((address) => address === wanted)
    if (account === undefined) throw fail(providerCodes.unauthorized, `The page has no access to ${shown}.`)
    if (hasAccess) await core.assertApproved(site, question(account))
    const signedMessage = utf8(question(account).text)
    const signature = toWireBytes(sign(account, signedMessage))
    outputs.push({ account, signedMessage: toWireBytes(signedMessage), signature, signatureType: 'ed25519' })
  }
  return { outputs, accounts: core.accountsOf(site.origin) }
}
