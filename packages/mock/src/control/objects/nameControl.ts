import type { ChainName } from '@latchkey/chains/records'
import { addressKey, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { nameServiceChain, readAsciiName, type ReadName, shapeProblem } from '../../domain/chains/chainNames.ts'
import { namesOf, putName } from '../../outside/names.ts'
import { transact, type World } from '../../world/world.ts'
import { assertSimulatedNames } from './assertSimulated.ts'

type Chain = components['schemas']['ChainEnum']

interface NameInput {
  /** @default 'EVM' */
  readonly chain?: Chain | undefined
  /** Such as `example.eth`. It is stored normalized: by ENSIP-15 on EVM, in lower case elsewhere. */
  readonly name: string
  /** Address of the new owner. */
  readonly owner: string
  /** URL of a picture. */
  readonly avatar?: string | undefined
}

/** The name services of the simulated chains. */
export interface NameControl {
  /**
   * Registers a name, or transfers it to another owner.
   *
   * @throws TypeError for an invalid name (it names the character), for an invalid address, and while a real node has
   * the names
   */
  registerName(input: NameInput): Promise<ChainName>
  /** The latest name of an address. @throws TypeError while a real node has the names */
  nameOf(address: string, chain?: Chain): string | undefined
}

export function createNameControl(world: World): NameControl {
  return {
    async registerName({ chain = 'EVM', name: text, owner, avatar }) {
      if (nameServiceChain(chain) === undefined)
        throw new TypeError(`Failed to register a name: the mock has no name service of ${chain}.`)
      if (typeof text !== 'string') throw new TypeError('Failed to register a name: the name is not a text.')
      const { name, problem } = await readName(chain, text)
      if (name === undefined)
        throw new TypeError(`Failed to register a name: "${text}" is not a name of ${chain}. ${problem}`)
      if (!isAddressOf(chain, owner))
        throw new TypeError(`Failed to register a name: the owner is not an address of ${chain}.`)
      assertSimulatedNames(world, chain, 'chain.registerName()')
      return transact(world, (backend) => putName(backend, { chain, name, owner, avatar }))
    },
    nameOf(address, chain = 'EVM') {
      assertSimulatedNames(world, chain, 'chain.nameOf()')
      return namesOf({ store: world.store.reader }, addressKey(chain, address))[0]?.name
    },
  }
}

/** A name that anybody may own. ENS has other letters and emoji, too. */
async function readName(chain: Chain, text: string): Promise<ReadName> {
  if (nameServiceChain(chain) !== 'EVM') return readAsciiName(chain, text)
  const { normalizeEnsName } = await import('@latchkey/crypto/ensNames')
  const normalized = normalizeEnsName(text)
  if (normalized.name === undefined) return normalized
  const problem = shapeProblem(chain, normalized.name)
  return problem === undefined ? normalized : { problem }
}
