import { Select } from '../../components/Select.tsx'
import type { ShownEvent } from './shownEvents.ts'

/** The filter of the list of events, as it stands in the link's query. A part that is absent or empty matches all. */
export interface EventFilter {
  /** The name of the event. */
  readonly type?: string
  /** The id of the environment. */
  readonly environment?: string
}

export function matchesFilter({ eventName, environmentId }: ShownEvent, { type, environment }: EventFilter): boolean {
  return (!type || eventName === type) && (!environment || environmentId === environment)
}

interface EventFiltersProps {
  readonly events: readonly ShownEvent[]
  readonly filter: EventFilter
  onChange(filter: Record<string, string>): void
}

export function EventFilters({ events, filter, onChange }: EventFiltersProps) {
  const { type = '', environment = '' } = filter
  const types = [...new Set([...events.map(({ eventName }) => eventName), ...(type ? [type] : [])])].sort()
  const environments = new Map(environment ? [[environment, environment]] : [])
  for (const { environmentId, environmentName } of events) environments.set(environmentId, environmentName)
  return (
    <search class="row">
      <Select
        label="Type"
        value={type}
        options={[['', 'Any type'], ...types.map((name) => [name, name] as const)]}
        onChange={(type) => onChange({ type, environment })}
      />
      <Select
        label="Environment"
        value={environment}
        options={[['', 'Any environment'], ...[...environments].map(([id, name]) => [id, wordsOf(id, name)] as const)]}
        onChange={(environment) => onChange({ type, environment })}
      />
    </search>
  )
}

/** Several environments can have the same name. */
const wordsOf = (id: string, name: string) => (id === name ? id : `${name} (…${id.slice(-4)})`)
