/** Batches of calls (EIP-5792). */
import { type AppAccess, hexOf } from '../appAccess.ts'
import { assertChecksum } from '../checksum.ts'
import { providerCodes } from '../codes.ts'
import { askPerson, assertConfirmed } from '../confirmation.ts'
import type { ProviderParts } from '../providerParts.ts'
import type { Methods, ReadRequest } from '../readRequest.ts'
import { readQuantity } from '../readTransaction.ts'
import type { Sending } from '../sending.ts'
import type { Hex } from '../types.ts'
import { type BatchAccount, batchAccountOf } from './batchAccount.ts'
import { callsStatusOf } from './callsStatus.ts'
import { type ReadBatch, readBatch } from './readBatch.ts'
import { sendBatch } from './sendBatch.ts'
import type { SentBatch } from './sentBatch.ts'

export function createBatchMethods(parts: ProviderParts, access: AppAccess, sending: Sending): Methods {
  const { fail } = parts
  const { sent: sentBatches = new Map<string, SentBatch>() } = parts.batches
  /** Ids of batches that are about to be sent. */
  const takenIds = new Set<string>()

  function batchOf(id: unknown): SentBatch {
    const batch = sentBatches.get(String(id))
    if (batch) return batch
    throw fail(providerCodes.unknownBatch, 'The wallet has sent no batch with this id.')
  }

  async function assertChain(chainId: number): Promise<void> {
    if (await parts.hasChain(chainId)) return
    throw fail(providerCodes.unsupportedChain, `The wallet has no chain ${chainId}.`)
  }

  /** Asks the person about a batch, and sends it. */
  async function send(batch: ReadBatch, request: ReadRequest): Promise<SentBatch> {
    await assertChain(batch.chainId)
    const account = await batchAccountOf(parts, batch.from, batch.chainId)
    if (account.smartWallet && !account.entryPoint)
      throw fail(providerCodes.unsupportedChain, `The node of chain ${batch.chainId} takes no user operations.`)
    const paymaster = usablePaymaster(parts, account, batch)
    const isTogether = batch.calls.length > 1 || paymaster !== undefined
    if (isTogether && batch.atomicRequired && account.atomicity === 'unsupported')
      throw fail(providerCodes.atomicityUnsupported, 'The account cannot make one transaction of several calls.')
    const question = { request, account: batch.from, chainId: batch.chainId }
    await assertConfirmed(parts, access, question)
    const { delegation } = account
    const isUpgraded =
      !isTogether ||
      delegation === undefined ||
      (await askPerson(parts, access, { ...question, delegation })).isConfirmed
    if (!isUpgraded && (batch.atomicRequired || paymaster?.isOptional === false))
      throw fail(providerCodes.refusedUpgrade, 'The person refused to delegate the account to a contract.')
    const isSingle = batch.calls.length === 1 || account.smartWallet !== undefined
    const isAtomic = isSingle || (isUpgraded && account.atomicity !== 'unsupported')
    const { calls } = batch
    const toSend = { account, calls, isTogether: isTogether && isAtomic, ...(isUpgraded && { paymaster }) }
    const sentCalls = await sending.inTurn(() => sendBatch(parts, sending, toSend))
    const id = batch.id ?? sentCalls.sent[0].hash
    return { ...sentCalls, id, account: batch.from, chainId: batch.chainId, isAtomic }
  }

  return {
    async wallet_sendCalls([parameter], request) {
      const batch = readBatch(parameter, { account: parts.address as Hex, fail })
      access.assertAccount(batch.from)
      for (const [index, { to }] of batch.calls.entries())
        await assertChecksum(to, `"to" of call ${index} of the batch`, fail)
      const { id } = batch
      if (id !== undefined) {
        if (takenIds.has(id) || sentBatches.has(id))
          throw fail(providerCodes.duplicateBatch, 'The wallet has a batch with this id.')
        takenIds.add(id)
      }
      try {
        const sent = await send(batch, request)
        sentBatches.set(sent.id, sent)
        return { id: sent.id }
      } finally {
        if (id !== undefined) takenIds.delete(id)
      }
    },
    wallet_getCallsStatus: async ([id]) => callsStatusOf(parts, batchOf(id)),
    async wallet_showCallsStatus([id]) {
      const { showCalls } = parts.batches
      const batch = batchOf(id)
      if (!showCalls) throw fail(providerCodes.methodNotFound, 'The wallet has no page that shows batches.')
      await showCalls(await callsStatusOf(parts, batch))
      return null
    },
    async wallet_getCapabilities([address, chainIds]) {
      access.assertAccount(address)
      const asked = readChainIds(parts, chainIds) ?? [access.chainId]
      const entries = await Promise.all(
        asked.map(async (chainId) =>
          (await parts.hasChain(chainId))
            ? [[hexOf(chainId), await capabilitiesOf(parts, address as Hex, chainId)]]
            : [],
        ),
      )
      return Object.fromEntries(entries.flat())
    },
  }
}

/** @throws `missingCapability` when no paymaster can pay for the account, and one has to */
function usablePaymaster({ fail }: ProviderParts, account: BatchAccount, { paymaster }: ReadBatch) {
  if (!paymaster || isSponsorable(account)) return paymaster
  if (paymaster.isOptional) return undefined
  throw fail(providerCodes.missingCapability, 'On this chain no paymaster can pay for the account.')
}

/** Paymasters pay for user operations, which an account without code does not take. */
const isSponsorable = ({ atomicity, entryPoint }: BatchAccount) =>
  atomicity !== 'unsupported' && entryPoint !== undefined

async function capabilitiesOf(parts: ProviderParts, address: Hex, chainId: number): Promise<object> {
  const account = await batchAccountOf(parts, address, chainId)
  return {
    atomic: { status: account.atomicity },
    ...(isSponsorable(account) && { paymasterService: { supported: true } }),
  }
}

function readChainIds({ fail }: ProviderParts, value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined
  const ids = Array.isArray(value) ? value.map((id) => Number(readQuantity(id))) : [Number.NaN]
  if (ids.every(Number.isSafeInteger)) return [...new Set(ids)]
  throw fail(providerCodes.invalidParams, 'The chain ids are not a list of quantities in hex.')
}
