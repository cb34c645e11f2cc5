import { readHex } from '@latchkey/base/bytes'
import { nameNode, reverseNameOf } from '@latchkey/crypto/nameNode'
import type { Hex } from '../../codecs/evmTransactions.ts'
import type { ChainName } from '../../records.ts'
import { addressOf } from '../accounts.ts'
import { nameService } from '../nativeAddresses.ts'
import { customError, method, methodsOf } from './abi.ts'
import { zeroAddress } from './erc20.ts'
import type { Execution, Frame } from './execution.ts'

/** The number of Ethereum among the kinds of coins (SLIP-44). */
const ether = 60n

function nameOf({ backend }: Execution, node: Hex): ChainName | undefined {
  for (const name of backend.store.chainNames.scan('byName', ['eip155'])) if (nameNode(name.name) === node) return name
  return undefined
}

/** The latest name of the address whose reverse node this is. */
function reverseNameAt({ backend }: Execution, node: Hex): string | undefined {
  for (const { owner } of backend.store.chainNames.scan('byName', ['eip155'])) {
    if (nameNode(reverseNameOf(addressOf(owner))) !== node) continue
    for (const { name } of backend.store.chainNames.scan('byOwner', [owner], { descending: true })) return name
  }
  return undefined
}

const isKnown = (execution: Execution, node: Hex) =>
  nameOf(execution, node) !== undefined || reverseNameAt(execution, node) !== undefined

const addressAt = ({ execution }: Frame, node: Hex): Hex => {
  const owner = nameOf(execution, node)?.owner
  return owner === undefined ? zeroAddress : (addressOf(owner) as Hex)
}

/** Which contract answers for a name (ENS). */
export const nameRegistry = methodsOf(
  method('function resolver(bytes32 node) view returns (address)', ({ execution }: Frame, [node]) =>
    isKnown(execution, node) ? nameService.resolver : zeroAddress,
  ),
  method('function owner(bytes32 node) view returns (address)', (frame: Frame, [node]) => addressAt(frame, node)),
  method('function recordExists(bytes32 node) view returns (bool)', ({ execution }: Frame, [node]) =>
    isKnown(execution, node),
  ),
)

/** Ids of interfaces (ERC-165): ERC-165 itself, `addr(bytes32)`, `name(bytes32)`, `text(bytes32,string)`. */
const interfaces: ReadonlySet<string> = new Set(['0x01ffc9a7', '0x3b3b57de', '0x691f3431', '0x59d1d43c'])

/** Addresses of names, names of addresses, and their pictures (ENS). */
export const nameResolver = methodsOf(
  method('function supportsInterface(bytes4 interfaceId) view returns (bool)', (_: Frame, [id]) => interfaces.has(id)),
  method('function addr(bytes32 node) view returns (address)', (frame: Frame, [node]) => addressAt(frame, node)),
  method('function addr(bytes32 node, uint256 coinType) view returns (bytes)', (frame: Frame, [node, coinType]) => {
    const address = coinType === ether ? addressAt(frame, node) : zeroAddress
    return address === zeroAddress ? '0x' : address
  }),
  method(
    'function name(bytes32 node) view returns (string)',
    ({ execution }: Frame, [node]) => reverseNameAt(execution, node) ?? '',
  ),
  method('function text(bytes32 node, string key) view returns (string)', ({ execution }: Frame, [node, key]) =>
    key === 'avatar' ? (nameOf(execution, node)?.avatar ?? '') : '',
  ),
)

const resolverNotFound = customError('error ResolverNotFound(bytes name)')

/** Runs a call of the resolver, whose data begins with a selector and the node. */
function resolve({ execution, self }: Frame, [name, data]: readonly [Hex, Hex, ...unknown[]]) {
  if (!nameOf(execution, `0x${data.slice(10, 74)}`)) throw resolverNotFound(name)
  const result = execution.call({ from: self, to: nameService.resolver, value: 0n, data })
  return [result, nameService.resolver] as const
}

function reverse({ execution }: Frame, [address, coinType]: readonly [Hex, bigint, ...unknown[]]) {
  const name = coinType === ether ? reverseNameAt(execution, nameNode(reverseNameOf(address))) : undefined
  if (name === undefined) throw resolverNotFound(address)
  return [name, nameService.resolver, nameService.resolver] as const
}

/** The labels of a name in the form of DNS (RFC 1035, section 3.1), joined by points. */
function readDnsName(encoded: Hex): string {
  const bytes = readHex(encoded) ?? new Uint8Array()
  const labels: string[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0
    if (length === 0) break
    labels.push(new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return labels.join('.')
}

/** The node of a name that has a resolver. @throws {@link Revert} for other names */
function resolvedNode({ execution }: Frame, name: Hex): Hex {
  const node = nameNode(readDnsName(name))
  if (!isKnown(execution, node)) throw resolverNotFound(name)
  return node
}

/** Resolves names in one call (ENS). */
export const universalResolver = methodsOf(
  method('function resolve(bytes name, bytes data) view returns (bytes result, address resolver)', resolve),
  method(
    'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
    resolve,
  ),
  method(
    'function reverse(bytes lookupAddress, uint256 coinType) view returns (string primary, address resolver, address reverseResolver)',
    reverse,
  ),
  method(
    'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string primary, address resolver, address reverseResolver)',
    reverse,
  ),
  method(
    'function findResolver(bytes name) view returns (address resolver, bytes32 node, uint256 offset)',
    (frame: Frame, [name]) => {
      const node = nameNode(readDnsName(name))
      return [isKnown(frame.execution, node) ? nameService.resolver : zeroAddress, node, 0n] as const
    },
  ),
  method(
    'function requireResolver(bytes name) view returns ((bytes name, uint256 offset, bytes32 node, address resolver, bool extended))',
    (frame: Frame, [name]) => ({
      name,
      offset: 0n,
      node: resolvedNode(frame, name),
      resolver: nameService.resolver,
      extended: false,
    }),
  ),
)
