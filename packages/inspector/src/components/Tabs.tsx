import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

interface Tab {
  readonly name: string
  readonly content: () => ComponentChildren
}

/** Several contents in one place. The arrow keys go from tab to tab. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [index, setIndex] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs[Math.min(index, tabs.length - 1)]
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + tabs.length) % tabs.length
    setIndex(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div class="stack">
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === index}
            aria-controls={`${id}-panel`}
            tabIndex={place === index ? 0 : -1}
            onClick={() => setIndex(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${index}`}>
        {selected?.content()}
      </div>
    </div>
  )
}
