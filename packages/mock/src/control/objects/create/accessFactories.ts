import type { components } from '@latchkey/types'
import { invoke } from '../invoke.ts'
import type { FactoryContext, EnvironmentChoice } from './factoryContext.ts'
import { unusedName } from './unusedName.ts'

type Schemas = components['schemas']

/** Factories of access rules. */
export interface AccessFactories {
  /** A gate, enabled unless `enabled` is false. */
  gate(
    input: Partial<Schemas['GateCreateRequest']> & { enabled?: boolean },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Gate']>
  /** An allowlist, enabled unless `enabled` is false. */
  allowlist(
    input?: Schemas['PostAllowlistsRequest'] & { enabled?: boolean },
    choice?: EnvironmentChoice,
  ): Promise<Schemas['Allowlist']>
  allowlistEntry(allowlistId: string, input: Schemas['PostAllowlistEntriesRequest']): Promise<Schemas['AllowlistEntry']>
}

export function createAccessFactories({ world, at }: FactoryContext): AccessFactories {
  return {
    async gate({ enabled = true, ...input }, choice) {
      const params = at(choice)
      const { gates } = world.store.reader
      const name = unusedName(
        gates.size,
        (number) => `Gate ${number}`,
        (text) => gates.find('byName', [params.environmentId, text]),
      )
      const { body: gate } = await invoke(world, 'gates.create', {
        params,
        body: { name, outcome: 'scope', rules: [anyNft], ...input },
      })
      return enabled ? (await invoke(world, 'gates.enable', { params: { ...params, gateId: gate.id } })).body : gate
    },
    async allowlist({ enabled = true, ...input } = {}, choice) {
      const params = at(choice)
      const { allowlists } = world.store.reader
      const name = unusedName(
        allowlists.size,
        (number) => `Allowlist ${number}`,
        (text) => allowlists.find('byName', [params.environmentId, text]),
      )
      const { body: list } = await invoke(world, 'allowlists.create', { params, body: { name, ...input } })
      return enabled ? (await invoke(world, 'allowlists.enable', { params: { allowlistId: list.id } })).body : list
    },
    allowlistEntry: async (allowlistId, body) =>
      (await invoke(world, 'allowlistEntries.create', { params: { allowlistId }, body })).body,
  }
}

/** A gate's default rule: an NFT of a contract of which nobody holds any. */
const anyNft = { type: 'nft', address: { networkId: 1, contractAddress: `0x${'1'.repeat(40)}` } } as const
