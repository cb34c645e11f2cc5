import { useRef } from 'preact/hooks'
import { isRecordBeside } from './Split.tsx'

/**
 * Lets the arrow keys, Home and End go through the links of a list. Where a chosen record takes the place of the list,
 * they only move the focus, and Enter chooses.
 *
 * @param onSelect - Called with the position of the link that gets the focus, where its record is beside the list.
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
    if (isRecordBeside(ref.current)) onSelect(next)
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
