import { didYouMean } from '@latchkey/base/nearest'
import type { Scenario } from '@latchkey/contract/generated/scenario'
import type { Reader } from '@latchkey/store/store'
import { problemOfRandomFaults, type RandomFaults } from '../../http/randomFaults.ts'
import type { tables } from '../../store/tables.ts'
import { faultsOf } from './scenarioFaults.ts'
import { scenarioSchema } from './scenarioSchema.ts'

type Person = NonNullable<Scenario['people']>[number]
type Ago = NonNullable<Person['registered']>

/** The key of a person in the result; `undefined` for a person without a name. */
export const keyOf = ({ key, email, username }: Person): string | undefined => key ?? email ?? username ?? undefined

/** A time before another one, in milliseconds. */
export const millisecondsOf = ({ days = 0, hours = 0, minutes = 0 }: Ago): number =>
  ((days * 24 + hours) * 60 + minutes) * 60_000

/** The names that a scenario may refer to besides its own. */
interface Existing {
  readonly reader: Pick<Reader<typeof tables>, 'allowlists' | 'customFields'>
  readonly environmentIdOf: (scenario: Scenario) => string
}

/**
 * Checks a scenario without creating anything: its shape, and the names by which its parts refer to each other.
 *
 * @throws TypeError that names the path of each fault
 */
export function readScenario(input: unknown, { reader, environmentIdOf }: Existing): Scenario {
  const result = scenarioSchema.safeParse(input)
  if (!result.success) throw refusal(faultsOf(result.error.issues, input, scenarioSchema))
  // The type is made of the schema.
  const scenario = result.data as Scenario
  const environmentId = environmentIdOf(scenario)
  const namesIn = (records: Iterable<{ readonly name: string }>) => [...records].map(({ name }) => name)
  const existingNames = {
    lists: [
      ...(scenario.allowlists ?? []).map(({ name }) => name),
      ...namesIn(reader.allowlists.scan('byEnvironment', [environmentId])),
    ],
    fields: [
      ...(scenario.customFields ?? []).map(({ name }) => name),
      ...namesIn(reader.customFields.scan('byEnvironment', [environmentId])),
    ],
  }
  const faults = [
    ...repetitions(scenario),
    ...(scenario.people ?? []).flatMap((person, i) => faultsIn(person, i, existingNames)),
    ...faultsInChaos(scenario),
  ]
  if (faults.length > 0) throw refusal(faults)
  return scenario
}

function faultsInChaos({ chaos }: Scenario): string[] {
  const problem = chaos && problemOfRandomFaults(chaos as RandomFaults)
  return problem === undefined ? [] : [`chaos: ${problem}`]
}

/** A scenario that cannot be loaded. */
export class ScenarioRefusal extends TypeError {}

/** The refusal of a scenario, with its first three faults. */
export function refusal(faults: readonly string[], cause?: unknown): ScenarioRefusal {
  const rest = faults.length > 3 ? ` And ${faults.length - 3} more.` : ''
  return new ScenarioRefusal(`Failed to load the scenario: ${faults.slice(0, 3).join(' ')}${rest}`, { cause })
}

/** The lists whose items have a name that no other one has. */
const names = {
  customFields: ({ name }) => name,
  allowlists: ({ name }) => name,
  gates: ({ name }) => name,
  webhooks: ({ url }) => url,
  hostnames: ({ hostname }) => hostname,
  sdkViews: ({ type }) => type,
  people: keyOf,
  providers: (provider) => (typeof provider === 'string' ? provider : provider.provider),
} satisfies {
  readonly [L in keyof Scenario]?: (item: NonNullable<Scenario[L]> extends readonly (infer I)[] ? I : never) => unknown
}

function repetitions(scenario: Scenario): string[] {
  return Object.entries(names).flatMap(([list, nameOf]) => {
    const first = new Map<unknown, number>()
    const items = (scenario[list as keyof typeof names] ?? []) as readonly never[]
    return items.flatMap((item, i) => {
      const name = nameOf(item)
      const earlier = first.get(name)
      if (name !== undefined && earlier === undefined) first.set(name, i)
      return name === undefined || earlier === undefined
        ? []
        : [`${list}[${i}]: ${list}[${earlier}] is "${name}", too.`]
    })
  })
}

interface Known {
  readonly lists: readonly string[]
  readonly fields: readonly string[]
}

function faultsIn(person: Person, index: number, existingNames: Known): string[] {
  const at = `people[${index}]`
  const { lists = [], fields = {}, wallets = [], registered, signIns = [] } = person
  const named = keyOf(person) === undefined ? [`${at}: give the person an \`email\`, a \`username\` or a \`key\`.`] : []
  const unknownLists = lists.flatMap((name, i) =>
    existingNames.lists.includes(name)
      ? []
      : [`${at}.lists[${i}]: there is no allowlist "${name}".${didYouMean(name, existingNames.lists)}`],
  )
  const listed =
    lists.length > 0 && person.email === undefined ? [`${at}.lists: a person on an allowlist needs an \`email\`.`] : []
  const unknownFields = Object.keys(fields).flatMap((name) =>
    existingNames.fields.includes(name)
      ? []
      : [`${at}.fields: there is no custom field "${name}".${didYouMean(name, existingNames.fields)}`],
  )
  const wrongWallets = wallets.flatMap(({ chain, address, secret, kind, balance, holdings }, i) => [
    ...(address !== undefined && (secret !== undefined || kind !== undefined)
      ? [`${at}.wallets[${i}]: write \`address\`, or \`secret\` and \`kind\`, not both.`]
      : []),
    ...((balance !== undefined || holdings !== undefined) && !fundedChains.has(chain)
      ? [`${at}.wallets[${i}]: the mock keeps balances on EVM, ETH and SOL, not on ${chain}.`]
      : []),
  ])
  const earliest = registered && millisecondsOf(registered)
  const early = signIns.flatMap(({ ago = {} }, i) =>
    earliest !== undefined && millisecondsOf(ago) > earliest
      ? [`${at}.signIns[${i}].ago: this is before the person registered.`]
      : [],
  )
  return [...named, ...unknownLists, ...listed, ...unknownFields, ...wrongWallets, ...early]
}

const fundedChains: ReadonlySet<string> = new Set(['EVM', 'ETH', 'SOL'])
