import { type AppAccess, hexOf } from './appAccess.ts'
import { providerCodes } from './codes.ts'
import { fillTransaction } from './fillTransaction.ts'
import type { ProviderParts } from './providerParts.ts'
import { copyOf, type ReadRequest, readTypedData } from './readRequest.ts'
import { readQuantity, readTransaction, type ReadTransaction } from './readTransaction.ts'
import type { Hex } from './types.ts'

type Methods = Readonly<Record<string, (params: readonly unknown[], request: ReadRequest) => unknown>>

/** A transaction that the person has confirmed, as it was then. */
interface Confirmed {
  readonly transaction: ReadTransaction
  readonly chainId: number
}

const isHex = (text: string): text is Hex => /^0x([0-9a-f]{2})*$/i.test(text)

/** The methods that the wallet itself answers. */
export function createWalletMethods(parts: ProviderParts, access: AppAccess): Methods {
  const { address, signing, fail } = parts
  /** The last transaction that was begun. The next one needs its nonce. */
  let lastSent: Promise<unknown> = Promise.resolve()

  /** Asks the person. @returns The chain that the answer is for */
  async function assertConfirmed(signer: unknown, { method, params }: ReadRequest): Promise<number> {
    access.assertAccount(signer)
    const { chainId } = access
    if (!(await parts.confirm({ method, params: copyOf(params), chainId })))
      throw fail(providerCodes.userRejected, 'The person refused the request.')
    // The wallet may have been hidden or lost meanwhile.
    access.assertAccount(signer)
    return chainId
  }

  async function confirmed(request: ReadRequest): Promise<Confirmed> {
    const transaction = readTransaction(request.params[0], fail)
    const { chainId } = transaction
    if (chainId !== undefined && chainId !== BigInt(access.chainId))
      throw fail(providerCodes.invalidParams, `The transaction is for chain ${chainId}, not ${access.chainId}.`)
    return { transaction, chainId: await assertConfirmed(transaction.from, request) }
  }

  async function signTransaction({ transaction, chainId }: Confirmed): Promise<Hex> {
    const ask = (method: string, params?: unknown) => parts.ask(chainId, method, params)
    return signing.signTransaction(await fillTransaction(transaction, { address, chainId, ask, fail }))
  }

  return {
    eth_accounts: access.accounts,
    eth_requestAccounts: access.connect,
    eth_chainId: () => hexOf(access.chainId),
    net_version: () => String(access.chainId),
    async wallet_switchEthereumChain([parameters]) {
      const next = Number(readQuantity(Object(parameters).chainId))
      if (!Number.isSafeInteger(next)) throw fail(providerCodes.invalidParams, '"chainId" is no chain id in hex.')
      if (!(await parts.hasChain(next))) throw fail(providerCodes.unknownChain, `The app has no chain ${next}.`)
      access.switchChain(next)
      return null
    },
    async personal_sign([text, signer], request) {
      if (typeof text !== 'string') throw fail(providerCodes.invalidParams, 'The message is no text.')
      await assertConfirmed(signer, request)
      return signing.signMessage({ message: isHex(text) ? { raw: text } : text })
    },
    async eth_signTypedData_v4([signer, data], request) {
      const typedData = readTypedData(data, fail)
      await assertConfirmed(signer, request)
      return signing.signTypedData(typedData)
    },
    eth_signTransaction: async (_, request) => signTransaction(await confirmed(request)),
    async eth_sendTransaction(_, request) {
      const transaction = await confirmed(request)
      const sent = lastSent
        .catch(() => {})
        .then(async () =>
          parts.ask(transaction.chainId, 'eth_sendRawTransaction', [await signTransaction(transaction)]),
        )
      lastSent = sent
      return sent
    },
  }
}
