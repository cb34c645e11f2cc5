import { defined } from '@latchkey/base/defined'
import type { Contract } from '../comparison/contract.ts'
import type { DocumentWords } from '../comparison/documentWords.ts'
import { createLabels } from '../comparison/placeholders.ts'
import { scenarioSchema } from '../control/scenario/scenarioSchema.ts'
import { fitScenario, type RecordedScenario } from './fitScenario.ts'
import { type Placeholder, placeholderEmail, placeholderOf } from './placeholders.ts'
import type { RecordedReads } from './recordedReads.ts'
import { withoutReadOnly } from './withoutReadOnly.ts'
import { withoutSecrets } from './withoutSecrets.ts'
import { type IsKept, withPlaceholders } from './withPlaceholders.ts'

/**
 * Makes a scenario of what was read. Users, entries of lists, and all other texts of the deployment become placeholders,
 * and secrets are left out. Webhooks are never kept: a mock would send messages to the real receivers.
 *
 * @param isKept - Whether a field, such as `gates[].name`, is to have its text. By default none is.
 */
export function scenarioOf(contract: Contract, reads: RecordedReads, isKept: IsKept = () => false): RecordedScenario {
  const people = [...reads.users.values()].map((user, index) => placeholderOf(user, index + 1))
  const draft = {
    settings: settingsOf(contract, reads),
    networks: [...reads.networks.values()].map(withoutId),
    providers: providersOf(reads),
    customFields: [...reads.customFields.values()].map(withoutId),
    origins: [...reads.origins],
    deeplinkUrls: [...reads.deeplinkUrls],
    hostnames: [...reads.hostnames.values()].map((hostname) => ({
      ...withoutId(hostname),
      active: Reflect.get(hostname, 'status') === 'active',
    })),
    sdkViews: [...reads.sdkViews.values()],
    allowlists: listsOf(reads, people),
    gates: [...reads.gates.values()].map(withEnabled),
    people,
  }
  const present = Object.entries(draft).filter(([, part]) => part !== undefined && !isEmpty(part))
  const names = { words: wordsOfScenarios(contract), labels: createLabels() }
  const recorded = fitScenario(names, withoutSecrets(Object.fromEntries(present)))
  const shown = withPlaceholders(recorded.scenario, isKept)
  // An object that lacks a text that it needs goes as a whole.
  const { scenario, leftOut } = fitScenario(names, shown.scenario)
  return { scenario, leftOut: [...new Set([...recorded.leftOut, ...shown.leftOut, ...leftOut])] }
}

/** The names of the document, and those of the parts of scenarios. */
const wordsOfScenarios = ({ words }: Contract): DocumentWords => ({
  ...words,
  names: new Set([...words.names, ...Object.keys(scenarioSchema.shape)]),
})

const isEmpty = (part: unknown) => Array.isArray(part) && part.length === 0

function settingsOf(contract: Contract, { settings }: RecordedReads): unknown {
  const { body } = contract.operation('environments.update')
  return settings && withoutReadOnly(contract, settings, body.get('application/json'))
}

/** A record without its id, and without fields that have no value. */
function withoutId(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => name !== 'id' && value !== null))
}

/** A record with `enabled`, as scenarios have it, in place of the instant at which it was enabled. */
function withEnabled(record: object): object {
  const { enabledAt, ...fields } = withoutId(record) as { readonly enabledAt?: unknown }
  return { ...fields, enabled: enabledAt !== undefined }
}

/** A mock has a provider of its own, which has to go if the deployment is known not to have it. */
function providersOf({ providers }: RecordedReads): object[] {
  const recorded = [...providers.values()].map(withEnabled)
  const hasDefault = providers.size === 0 || providers.has('emailOnly')
  return hasDefault ? recorded : [...recorded, { provider: 'emailOnly', enabled: false }]
}

/** The lists, with placeholders for those on them: a person of the scenario, or an address that nobody has. */
function listsOf({ allowlists, entries, users }: RecordedReads, people: readonly Placeholder[]): object[] {
  const placeholders = new Map(
    [...users.values()].map((user, index) => [Reflect.get(user, 'email') as unknown, people[index]?.email]),
  )
  let others = 0
  const entryOf = (entry: object) => {
    const email: unknown = Reflect.get(entry, 'email')
    if (typeof email !== 'string') return []
    return [placeholders.get(email) ?? placeholderEmail('listed', ++others)]
  }
  return [...allowlists].map(([id, list]) => {
    const listed = [...(entries.get(id)?.values() ?? [])].flatMap(entryOf)
    return { ...withEnabled(list), ...defined({ entries: listed.length > 0 ? listed : undefined }) }
  })
}
