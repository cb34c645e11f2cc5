import { defined } from '@latchkey/base/defined'
import { mapAsking, OutsideFailure, type Question } from '@latchkey/base/questions'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import { isNormalized } from '@latchkey/crypto/ensNames'
import { nameNode, reverseNameOf } from '@latchkey/crypto/nameNode'
import type { Account } from '../../chains.ts'
import { addressOf, familyOf } from '../../ledger/accounts.ts'
import { nameService } from '../../ledger/nativeAddresses.ts'
import type { Names } from '../../names.ts'
import { accountOf } from '../../transfersInLogs.ts'
import type { ChainNode, NodeReply } from '../chainNode.ts'
import type { EvmNode } from './evmNode.ts'

const { registry } = nameService

/** A call of the registry that one without code answers with nothing: `resolver(bytes32)` of the root. */
export const namesQuestion: Question = {
  label: 'eth_call',
  content: {
    method: 'eth_call',
    params: [{ to: registry, data: `0x0178b8bf${'00'.repeat(32)}` }, 'latest'],
  },
}

/** Whether a node has the registry of ENS, by its answer to {@link namesQuestion}. */
export function hasNames(answer: Awaited<ReturnType<ChainNode['ask']>>[number] | undefined): boolean {
  if (!answer || 'problem' in answer) return false
  const reply = answer.value as NodeReply
  return 'result' in reply && typeof reply.result === 'string' && /^0x[\da-f]{64}$/i.test(reply.result)
}

type ShownName = ReturnType<Names['namesOf']>[number]

/**
 * Lets the registry of a node have the names of ENS. Those that environments issue stay the service's own: it keeps them
 * off the chain. Names that resolvers look up elsewhere (ENSIP-10, EIP-3668) are not there.
 */
export function joinNames(names: Names, evm: () => EvmNode): Names {
  return {
    ...names,
    find(chain, name) {
      const simulated = names.find(chain, name)
      if (chainNamespace(chain) !== 'eip155' || simulated?.environmentId !== undefined) return simulated
      const owner = ownerOf(evm(), name)
      return owner === undefined ? undefined : { name, owner }
    },
    namesOf(account) {
      const simulated = names.namesOf(account)
      if (familyOf(account) !== 'eip155') return simulated
      const primary = shownNameOf(evm(), account)
      const issued = simulated.filter(({ environmentId }) => environmentId !== undefined)
      return primary ? [primary, ...issued] : issued
    },
  }
}

/** An address that a contract gives; `undefined` for none. */
function readAddress(evm: EvmNode, contract: string, [signature, ...args]: readonly [string, ...unknown[]]) {
  const address = evm.read(contract, signature, args)
  return typeof address === 'string' && BigInt(address) !== 0n ? address.toLowerCase() : undefined
}

const resolverOf = (evm: EvmNode, node: string) =>
  readAddress(evm, registry, ['function resolver(bytes32 node) view returns (address)', node])

/** The owner of a name. A wrapped one belongs to the wrapper, which says for whom it keeps the name. */
function ownerOf(evm: EvmNode, name: string): Account | undefined {
  const node = nameNode(name)
  const owner = readAddress(evm, registry, ['function owner(bytes32 node) view returns (address)', node])
  if (owner === undefined) return undefined
  const keptFor = readAddress(evm, owner, ['function ownerOf(uint256 id) view returns (address)', BigInt(node)])
  return accountOf(keptFor ?? owner)
}

/** The name of an account. It is only shown, so that a node that fails has none, and the rest goes on. */
function shownNameOf(evm: EvmNode, account: Account): ShownName | undefined {
  try {
    return primaryNameOf(evm, account)
  } catch (error) {
    if (error instanceof OutsideFailure) return undefined
    throw error
  }
}

/** Names with labels, as long as a name of the DNS at most. */
const shownName = /^(?=.{3,253}$)[^.]+(?:\.[^.]+)+$/

/** The name that an account has chosen, if it leads back to the account (ENSIP-3). */
function primaryNameOf(evm: EvmNode, account: Account): ShownName | undefined {
  const reverse = nameNode(reverseNameOf(addressOf(account)))
  const reverseResolver = resolverOf(evm, reverse)
  if (reverseResolver === undefined) return undefined
  const name = evm.read(reverseResolver, 'function name(bytes32 node) view returns (string)', [reverse])
  if (typeof name !== 'string' || !shownName.test(name) || !isNormalized(name)) return undefined
  const node = nameNode(name)
  const resolver = resolverOf(evm, node)
  if (resolver === undefined) return undefined
  const [address, avatar] = mapAsking<() => unknown, unknown>(
    [
      () => readAddress(evm, resolver, ['function addr(bytes32 node) view returns (address)', node]),
      () => evm.read(resolver, 'function text(bytes32 node, string key) view returns (string)', [node, 'avatar']),
    ],
    (ask) => ask(),
  )
  if (address !== addressOf(account)) return undefined
  const isUrl = typeof avatar === 'string' && /^https?:/.test(avatar) && URL.canParse(avatar)
  return { name, owner: account, ...defined({ avatar: isUrl ? avatar : undefined }) }
}
