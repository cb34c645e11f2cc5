import { Icon } from './Icon.tsx'

interface SearchFieldProps {
  /** The purpose of the field: `'Search requests'`. */
  readonly label: string
  readonly value: string
  onInput(value: string): void
}

export function SearchField({ label, value, onInput }: SearchFieldProps) {
  return (
    <label class="search">
      <Icon name="search" />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}
