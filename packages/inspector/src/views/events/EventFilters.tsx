import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import type { ShownEvent } from './shownEvents.ts'

/** The filter of the list of events, as it stands in the link's query. A part that is absent or empty matches all. */
export interface EventFilter {
  /** The name of the event. */
  readonly type?: string
  /** The id of the environment. */
  readonly environment?: string
  /** Text somewhere in the event: its name, ids or data. */
  readonly text?: string
}

export function matchesFilter(event: ShownEvent, { type, environment, text }: EventFilter): boolean {
  if (type && event.eventName !== type) return false
  if (environment && event.environmentId !== environment) return false
  return !text || mentions(event, text)
}

const texts = new WeakMap<ShownEvent, string>()

function mentions(event: ShownEvent, text: string): boolean {
  const all = texts.get(event) ?? JSON.stringify(event).toLowerCase()
  texts.set(event, all)
  return all.includes(text.trim().toLowerCase())
}

interface EventFiltersProps {
  readonly events: readonly ShownEvent[]
  readonly filter: EventFilter
  onChange(filter: Record<string, string>): void
}

export function EventFilters({ events, filter, onChange }: EventFiltersProps) {
  const { type = '', environment = '', text = '' } = filter
  const types = [...new Set([...events.map(({ eventName }) => eventName), ...(type ? [type] : [])])].sort()
  const environments = new Map(environment ? [[environment, environment]] : [])
  for (const { environmentId, environmentName } of events) environments.set(environmentId, environmentName)
  return (
    <search class="row">
      <SearchField
        label="Search in names, ids and data"
        value={text}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <Select
        label="Type"
        value={type}
        options={[['', 'Any type'], ...types.map((name) => [name, name] as const)]}
        onChange={(type) => onChange({ ...filter, type })}
      />
      <Select
        label="Environment"
        value={environment}
        options={[['', 'Any environment'], ...[...environments].map(([id, name]) => [id, wordsOf(id, name)] as const)]}
        onChange={(environment) => onChange({ ...filter, environment })}
      />
    </search>
  )
}

/** Several environments can have the same name. */
const wordsOf = (id: string, name: string) => (id === name ? id : `${name} (…${id.slice(-4)})`)
