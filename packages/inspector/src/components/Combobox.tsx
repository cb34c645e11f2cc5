import { defined } from '@latchkey/base/defined'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useRefusal } from '../refusals.ts'

export interface ComboboxOption {
  readonly value: string
  /** Shown after the value, and searched with it. */
  readonly note: string
}

interface ComboboxProps {
  readonly label: string
  /** Name of the value in the form, by which a refusal finds it. */
  readonly name: string
  /** The entered text, which need not be one of the options. */
  readonly value: string
  readonly options: readonly ComboboxOption[]
  readonly placeholder?: string
  /** Why the value was refused. @default what the form around has at its name */
  readonly refusal?: string | undefined
  onInput(value: string): void
}

/** More would make the page slow. */
const maximumShown = 60

/**
 * A field that searches many options, as in the ARIA pattern of an editable combobox with a list: arrow keys go through
 * the options, Enter chooses one, Escape closes the list.
 */
export function Combobox({ label, name, value, options, placeholder, refusal: ownRefusal, onInput }: ComboboxProps) {
  const formRefusal = useRefusal(name)
  const refusal = ownRefusal ?? formRefusal
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const matching = search(options, value)
  const shown = matching.slice(0, maximumShown)
  const isShown = isOpen && shown.length > 0
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])

  function close(): void {
    setOpen(false)
    setActive(-1)
  }
  function choose(option: ComboboxOption): void {
    onInput(option.value)
    close()
  }
  function move(to: number): void {
    setOpen(true)
    setActive(shown.length === 0 ? -1 : (to + shown.length) % shown.length)
  }
  const activeOption = isShown ? shown[active] : undefined
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(isShown ? active + 1 : 0),
    ArrowUp: () => move(isShown && active > 0 ? active - 1 : shown.length - 1),
    ...defined({ Escape: isShown ? close : undefined, Enter: activeOption && (() => choose(activeOption)) }),
  }
  function onKeyDown(event: KeyboardEvent): void {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div class="combobox">
      <label class="field">
        <span>{label}</span>
        <input
          type="text"
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : `${id}-about`}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => {
            onInput(currentTarget.value)
            setOpen(true)
            setActive(-1)
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
      </label>
      {refusal !== undefined && (
        <small id={`${id}-about`} class="refused text">
          {refusal}
        </small>
      )}
      {isShown && (
        <ul class="options" role="listbox" id={`${id}-list`} aria-label={label} ref={list}>
          {shown.map((option, index) => (
            <li
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // Leaves the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <b>{option.value}</b>
              <small class="clip">{option.note}</small>
            </li>
          ))}
        </ul>
      )}
      <span class="hidden" role="status">
        {isOpen && `${matching.length} of ${options.length}`}
      </span>
    </div>
  )
}

/** The options that contain all words, those first whose value begins with the text. */
function search(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const entered = text.trim().toLowerCase()
  const words = entered.split(/\s+/)
  const matching = options.filter(({ value, note }) => {
    const all = `${value} ${note}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ value }: ComboboxOption) => (value.toLowerCase().startsWith(entered) ? 0 : 1)
  return matching.sort((a, b) => rank(a) - rank(b))
}
