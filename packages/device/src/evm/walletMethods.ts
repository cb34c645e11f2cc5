import { type AppAccess, hexOf } from './appAccess.ts'
import { createBatchMethods } from './batches/batchMethods.ts'
import { assertChecksum } from './checksum.ts'
import { providerCodes } from './codes.ts'
import { assertConfirmed } from './confirmation.ts'
import type { ProviderParts } from './providerParts.ts'
import { type Methods, type ReadRequest, readSentTypedData } from './readRequest.ts'
import { readQuantity, readTransaction, type ReadTransaction } from './readTransaction.ts'
import { createSending } from './sending.ts'
import type { Hex } from './types.ts'

/** A transaction that the person has confirmed, as it was then. */
interface Confirmed {
  readonly transaction: ReadTransaction
  readonly chainId: number
}

const isHex = (text: string): text is Hex => /^0x([0-9a-f]{2})*$/i.test(text)

const isAddress = (value: unknown) => /^0x[\da-f]{40}$/i.test(String(value))

/** The parameters of `personal_sign` in its order: many apps give the account first, as `eth_sign` has it. */
function messageFirst(first: string, second: unknown): readonly [message: string, account: unknown] {
  return typeof second === 'string' && isAddress(first) && !isAddress(second) ? [second, first] : [first, second]
}

/** The methods that the wallet itself answers. */
export function createWalletMethods(parts: ProviderParts, access: AppAccess): Methods {
  const { signing, fail } = parts
  const sending = createSending(parts)

  async function confirmedBy(signer: unknown, request: ReadRequest): Promise<number> {
    access.assertSigner(signer)
    return assertConfirmed(parts, access, { request, account: signer })
  }

  async function confirmed(request: ReadRequest): Promise<Confirmed> {
    const transaction = readTransaction(request.params[0], fail)
    await assertChecksum(transaction.to, '"to" of the transaction', fail)
    const { chainId } = transaction
    if (chainId !== undefined && chainId !== BigInt(access.chainId))
      throw fail(providerCodes.invalidParams, `The transaction is for chain ${chainId}, not ${access.chainId}.`)
    return { transaction, chainId: await confirmedBy(transaction.from, request) }
  }

  /** @throws `unknownChain`: the wallet takes no node from a page, which would see all that the person does */
  async function knownChain(parameters: unknown): Promise<number> {
    const chainId = Number(readQuantity(Object(parameters).chainId))
    if (!Number.isSafeInteger(chainId)) throw fail(providerCodes.invalidParams, '"chainId" is not a chain id in hex.')
    if (await parts.hasChain(chainId)) return chainId
    throw fail(
      providerCodes.unknownChain,
      `The wallet has no node for chain ${chainId}, and takes none from a page. ${parts.chainAdvice}`,
    )
  }

  return {
    eth_accounts: access.accounts,
    eth_requestAccounts: access.connect,
    eth_chainId: () => hexOf(access.chainId),
    net_version: () => String(access.chainId),
    async wallet_switchEthereumChain([parameters]) {
      access.switchChain(await knownChain(parameters))
      return null
    },
    async wallet_addEthereumChain([parameters]) {
      await knownChain(parameters)
      return null
    },
    async personal_sign([text, signer], request) {
      if (typeof text !== 'string') throw fail(providerCodes.invalidParams, 'The message is not text.')
      const [message, account] = messageFirst(text, signer)
      await confirmedBy(account, { ...request, params: [message, account] })
      return signing.signMessage({ message: isHex(message) ? { raw: message } : message })
    },
    async eth_signTypedData_v4([signer, data], request) {
      const { typedData, shown } = await readSentTypedData(data, fail)
      await confirmedBy(signer, { ...request, params: [signer, shown] })
      return signing.signTypedData(typedData)
    },
    async eth_signTransaction(_, request) {
      const { chainId, transaction } = await confirmed(request)
      return (await sending.sign(chainId, transaction)).raw
    },
    async eth_sendTransaction(_, request) {
      const { chainId, transaction } = await confirmed(request)
      return (await sending.inTurn(() => sending.send(chainId, transaction))).hash
    },
    ...createBatchMethods(parts, access, sending),
  }
}
