import { type DevelopmentMethod, withRpcErrors } from '../rpcWorld.ts'
import { accountMethods } from './accountMethods.ts'
import { blockMethods } from './blockMethods.ts'
import type { DevelopmentHost } from './developmentHost.ts'
import { dumpMethods } from './dumpMethods.ts'
import { impersonationMethods } from './impersonationMethods.ts'
import { infoMethods } from './infoMethods.ts'
import { intervalMethods } from './intervalMethods.ts'
import { miningMethods } from './miningMethods.ts'
import type { DevelopmentNode, NodeMethod } from './nodeMethod.ts'
import { refusedMethods } from './refusedMethods.ts'
import { snapshotMethods } from './snapshotMethods.ts'
import { storageMethods } from './storageMethods.ts'
import { timeMethods } from './timeMethods.ts'

/** The methods without their prefix, since each node has its own for the same thing. */
const methods: Readonly<Record<string, NodeMethod>> = {
  ...accountMethods,
  ...blockMethods,
  ...dumpMethods,
  ...impersonationMethods,
  ...infoMethods,
  ...intervalMethods,
  ...miningMethods,
  ...refusedMethods,
  ...snapshotMethods,
  ...storageMethods,
  ...timeMethods,
}

/** The methods whose meaning depends on the prefix, and those with other prefixes. */
const wholeNames: Readonly<Record<string, string>> = {
  evm_mine: 'mineAt',
  hardhat_mine: 'mineApart',
  hardhat_dropTransaction: 'dropIfWaiting',
  web3_clientVersion: 'clientVersion',
  eth_sendTransaction: 'sendTransaction',
  eth_sendUnsignedTransaction: 'sendUnsignedTransaction',
}

/** All methods by the names that Anvil and Hardhat have for them, or would have. */
export const developmentNames: readonly string[] = [
  ...Object.keys(wholeNames),
  ...Object.keys(methods).flatMap((name) => ['anvil', 'hardhat', 'evm'].map((node) => `${node}_${name}`)),
]

const prefix = /^(anvil|hardhat|evm)_/

/** @returns The methods of a host's EVM chains, by their names. */
export function createDevelopmentNode(
  host: DevelopmentHost,
): (name: string, networkId: number) => DevelopmentMethod | undefined {
  const nodes = new Map<number, DevelopmentNode>()

  function nodeOf(networkId: number): DevelopmentNode {
    const existing = nodes.get(networkId)
    if (existing) return existing
    const node: DevelopmentNode = {
      host,
      networkId,
      run: (work) =>
        withRpcErrors(() => host.transact((backend, scheduleMining) => work({ backend, networkId, scheduleMining }))),
      snapshots: new Map(),
      lastSnapshot: 0,
      impersonated: new Set(),
    }
    nodes.set(networkId, node)
    return node
  }

  return (name, networkId) => {
    const action = wholeNames[name] ?? name.replace(prefix, '')
    const method = Object.hasOwn(methods, action) ? methods[action] : undefined
    return method && ((params) => method(nodeOf(networkId), params))
  }
}
