import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import { Switch } from '../../components/Switch.tsx'
import { faultsOf } from '../../faultWords.ts'
import type { Entry } from '../../live/control.ts'
import { type RequestFilter, statusOptions } from './requestFilter.ts'

interface RequestFiltersProps {
  readonly entries: readonly Entry[]
  readonly filter: RequestFilter
  onChange(filter: RequestFilter): void
}

export function RequestFilters({ entries, filter, onChange }: RequestFiltersProps) {
  const hasFaults = Boolean(filter.fault) || entries.some((entry) => faultsOf(entry).length > 0)
  const operations = [...new Set(entries.flatMap(({ operation }) => operation ?? []))].sort()
  return (
    <search class="row requests-filters">
      <SearchField
        label="Search in paths, ids and bodies"
        value={filter.text ?? ''}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <Select
        label="Operation"
        value={filter.operation ?? ''}
        options={[['', 'Any operation'], ...withChosen(operations, filter.operation).map((id) => [id, id] as const)]}
        onChange={(operation) => onChange({ ...filter, operation })}
      />
      <Select
        label="Status"
        value={filter.status ?? ''}
        options={statusOptions}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <input
        type="text"
        class="requests-user"
        aria-label="User id"
        placeholder="Any user id"
        spellcheck={false}
        autocomplete="off"
        value={filter.user ?? ''}
        onInput={({ currentTarget }) => onChange({ ...filter, user: currentTarget.value })}
      />
      {hasFaults && (
        <Select
          label="Fault"
          value={filter.fault ?? ''}
          options={[
            ['', 'With and without fault'],
            ['any', 'With a fault'],
            ...(filter.fault && filter.fault !== 'any' ? [[filter.fault, `Only ${filter.fault}`] as const] : []),
          ]}
          onChange={(fault) => onChange({ ...filter, fault })}
        />
      )}
      <Switch
        label="Problems only"
        isOn={Boolean(filter.problems)}
        onChange={(isOn) => onChange({ ...filter, problems: isOn ? 'yes' : '' })}
      />
    </search>
  )
}

/** A link can choose an operation that no request has called yet. */
function withChosen(operations: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen && !operations.includes(chosen) ? [chosen, ...operations] : operations
}
