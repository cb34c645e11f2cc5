import { mapAsking } from '@latchkey/base/questions'
import type { EvmRunner } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { accountOf } from '../../transfersInLogs.ts'
import type { EvmNode } from './evmNode.ts'
import type { CallInputs } from './realSimulation.ts'

type OperationInput = Parameters<EvmRunner['simulateUserOperation']>[1]

const isAddress = (text: string) => /^0x[\da-f]{40}$/i.test(text)

/**
 * The calls that an entry point makes for a user operation once it has accepted it: the wallet's own call, after that of
 * its factory where the wallet is not deployed yet. The node's entry point is not asked whether it accepts the operation.
 *
 * @returns Or a sentence about what the node lacks
 */
export function callsOfOperation(
  node: EvmNode,
  { entryPoint, operation }: OperationInput,
): { readonly calls: CallInputs } | { readonly problem: string } {
  const sender = String(operation['sender'])
  const { factory, factoryData } = factoryOf(operation)
  const addresses = [addressOf(entryPoint), sender, ...(factory === undefined ? [] : [factory])]
  const [hasEntryPoint, isDeployed, hasFactory] = mapAsking(
    addresses,
    (address) => node.call('eth_getCode', [address, 'latest']) !== '0x',
  )
  const lacks = (contract: string) => ({
    problem: `${node.name} is a real node, which has no ${contract}. Deploy it there first.`,
  })
  if (hasEntryPoint !== true) return lacks(`entry point at ${addressOf(entryPoint)}`)
  if (isDeployed !== true && factory === undefined) return lacks(`smart wallet at ${sender}`)
  if (isDeployed !== true && hasFactory !== true) return lacks(`factory of smart wallets at ${factory}`)
  const call = callFrom(entryPoint, sender, operation['callData'])
  if (isDeployed === true || factory === undefined) return { calls: [call] }
  return { calls: [callFrom(entryPoint, factory, factoryData), call] }
}

const callFrom = (entryPoint: string, to: string, data: unknown) => ({
  from: entryPoint,
  to: accountOf(to),
  value: 0n,
  data: typeof data === 'string' ? data : '0x',
})

/** The factory of a wallet that is not deployed yet; in version 0.6 it is in front of its data. */
function factoryOf({ factory, factoryData, initCode }: OperationInput['operation']) {
  if (typeof factory === 'string' && isAddress(factory)) return { factory, factoryData }
  const code = typeof initCode === 'string' ? initCode : '0x'
  const address = code.slice(0, 42)
  return isAddress(address) ? { factory: address, factoryData: `0x${code.slice(42)}` } : {}
}
