import { sleep, startStopwatch } from '@latchkey/base/clock'
import type { ChainNode } from '../chainNode.ts'
import { callNode, notFunded } from '../fundingCalls.ts'

/** How long an airdrop may take to land, in milliseconds of real time, and how often is looked. */
const [patienceMs, pauseMs] = [20_000, 100]

/**
 * Adds to the balance of an account on a real node by its airdrop, and waits until it has landed.
 *
 * @throws TypeError with a sentence, for a node that gives nothing, or has failed
 */
export async function airdropOnNode(node: ChainNode, address: string, lamports: bigint): Promise<void> {
  const reply = await callNode(node, 'requestAirdrop', [address, Number(lamports)])
  if ('error' in reply) throw notFunded(node, `its airdrop gives nothing (${reply.error.message}).`)
  const elapsed = startStopwatch()
  while (elapsed() < patienceMs) {
    const status = await statusOf(node, reply.result)
    if (status?.err) throw notFunded(node, 'its airdrop has failed.')
    if (status && status.confirmationStatus !== 'processed') return
    await sleep(pauseMs)
  }
  throw notFunded(node, `its airdrop has not landed within ${patienceMs / 1000} seconds.`)
}

interface Status {
  readonly err?: unknown
  readonly confirmationStatus?: unknown
}

async function statusOf(node: ChainNode, signature: unknown): Promise<Status | undefined> {
  const reply = await callNode(node, 'getSignatureStatuses', [[signature]])
  if ('error' in reply) throw notFunded(node, reply.error.message)
  const { value } = Object(reply.result) as { readonly value?: unknown }
  const [status] = Array.isArray(value) ? (value as (Status | null)[]) : []
  return status ?? undefined
}
