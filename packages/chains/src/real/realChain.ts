import type { Answers } from '@latchkey/base/questions'
import type { Chains } from '../chains.ts'
import type { Names } from '../names.ts'
import type { ChainNode } from './chainNode.ts'

/** A chain: its family, such as `eip155`, and the number of its network. */
export interface RealNetwork {
  readonly family: string
  readonly networkId: number
}

/** The part of the world outside for which a node can answer. */
export interface ChainWorld {
  readonly chains: Chains
  readonly names: Names
}

/** A chain whose node is real. */
export interface RealChain {
  /** As people see it: `chain 1`. There is one part of each name. */
  readonly name: string
  /** Where it is, without credentials, path and query. */
  readonly origin: string
  /** The chain's JSON-RPC passes calls on to it. */
  readonly node: ChainNode
  readonly network: RealNetwork
  /** Whether the names of the chain's family are those of this node. */
  readonly hasNames?: boolean
  /** Answers for this chain, and lets the world outside answer everything else. */
  join<World extends ChainWorld>(outside: World, answers: Answers): World
  /** Asks whether it answers. @returns Why not, as a sentence. Without secrets. */
  check?(): Promise<string | undefined>
}
