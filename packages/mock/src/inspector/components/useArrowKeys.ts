import { useRef } from 'preact/hooks'

/**
 * Lets the arrow keys, Home and End go through the links of a list.
 *
 * @param onSelect - Called with the position of the link that gets the focus.
 * @returns Attributes of the list.
 */
export function useArrowKeys(onSelect: (index: number) => void) {
  const ref = useRef<HTMLOListElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const links = Array.from(ref.current?.querySelectorAll('a') ?? [])
    const index = links.indexOf(event.target as HTMLAnchorElement)
    const next = nextOf(event.key, index, links.length)
    if (next === undefined) return
    event.preventDefault()
    links[next]?.focus()
    onSelect(next)
  }
  return { ref, onKeyDown }
}

function nextOf(key: string, index: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(index + 1, count - 1),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: count - 1,
  }
  return steps[key]
}
