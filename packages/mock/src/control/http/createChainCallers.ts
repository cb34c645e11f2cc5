import type { DevelopmentHost } from '@latchkey/chains/rpc/development/developmentHost'
import { RpcError } from '@latchkey/chains/rpc/jsonRpc'
import type { DevelopmentMethod } from '@latchkey/chains/rpc/rpcWorld'
import { scheduleMining } from '../../domain/chains/intervalMining.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { ChainCallerOf } from '../../http/pipeline.ts'
import type { RequestHead } from '../../http/serviceRequest.ts'
import { transact, type World } from '../../world/world.ts'
import type { Mock } from '../mock.ts'
import { assertMayControl } from './assertMayControl.ts'

/** The methods that only development nodes have, or that answer otherwise there, by the family of the chain. */
const developmentNames: Readonly<Record<string, RegExp>> = {
  eip155: /^((anvil|hardhat|evm)_|eth_send(Unsigned)?Transaction$|web3_clientVersion$)/,
  solana: /^(surfnet_|requestAirdrop$)/,
}

/** Those that other nodes have as well. Who may not control the mock gets the answer of such a node. */
const commonNames = new Set(['eth_sendTransaction', 'web3_clientVersion', 'requestAirdrop'])

/** Finds a method by its name on a network of one family. */
type FindOnNetwork = (name: string, networkId: number) => DevelopmentMethod | undefined

/** The code of a method that the caller may not call (EIP-1193). */
const unauthorized = 4100

const whoMay =
  'programs of this machine, the page of the inspector, and programs that send the control token. Pages of other \
origins may not.'

/** Why a caller may not control the mock; `undefined` for one that may. */
function refusalOf(request: RequestHead, method: string, baseUrl: string): RpcError | undefined {
  if (!request.mayControl)
    return new RpcError(unauthorized, `${method} is for callers that may control the mock: ${whoMay}`)
  try {
    assertMayControl(request, baseUrl)
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return new RpcError(unauthorized, error.message)
    throw error
  }
}

/** The mock, for the methods of a development node. */
const hostOf = ({ clock, chain, defaults }: Mock, world: World): DevelopmentHost => ({
  transact: (work) =>
    transact(world, (backend) =>
      work(backend, (settingsId, intervalMs) => scheduleMining(backend, settingsId, intervalMs)),
    ),
  clock,
  chain,
  hostId: defaults.environments.sandbox.id,
})

/**
 * Says what the sender of a request may call on chains: the methods of a development node are for those who may control
 * the mock. Their code is loaded with the first call.
 *
 * @param mockOf - Gives the mock, which may not be there yet when this is called.
 */
export function createChainCallers(mockOf: () => Mock, world: World): ChainCallerOf {
  const load: Readonly<Record<string, () => Promise<FindOnNetwork>>> = {
    eip155: async () =>
      (await import('@latchkey/chains/rpc/development/developmentNode')).createDevelopmentNode(hostOf(mockOf(), world)),
    solana: async () =>
      (await import('@latchkey/chains/rpc/development/solana/solanaDevelopment')).createSolanaDevelopment(
        hostOf(mockOf(), world),
      ),
  }
  const loading = new Map<string, Promise<FindOnNetwork> | undefined>()
  const findIn = (family: string) => loading.get(family) ?? load[family]?.()
  return (request) => ({
    refuseControl: (method) => refusalOf(request, method, mockOf().baseUrl),
    findDevelopment(method, { family, networkId }) {
      if (!developmentNames[family]?.test(method)) return undefined
      const refusal = refusalOf(request, method, mockOf().baseUrl)
      if (refusal && commonNames.has(method)) return undefined
      if (refusal) throw refusal
      const nodes = findIn(family)
      loading.set(family, nodes)
      return nodes?.then((methodOf) => methodOf(method, networkId))
    },
  })
}
