import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { hrefOf, type ViewHash } from '../createRouter.ts'
import { useInspector } from '../inspectorContext.ts'
import { Link } from './Link.tsx'
import { useArrowKeys } from './useArrowKeys.ts'

interface LinkListProps<T> {
  /** The view that shows the records. */
  readonly view: ViewHash
  /** The name of the list: `'Requests'`. */
  readonly label: string
  readonly items: readonly T[]
  /** The id of the chosen record; `undefined` while none is chosen. */
  readonly selectedId: string | undefined
  /** A class of the list, beside that of all lists. */
  readonly class?: string
  /** A class of each link, beside that of all links. */
  readonly itemClass?: string
  idOf(item: T): string
  /** Shows a record in its link. */
  children(item: T): ComponentChildren
}

/**
 * Records to choose from, with the mouse or the arrow keys. The filter of the view stays in their links. The chosen
 * record is scrolled into sight, since a link can lead to one far below.
 */
export function LinkList<T>({ view, label, items, selectedId, idOf, children, ...classes }: LinkListProps<T>) {
  const { router } = useInspector()
  const linkOf = (item: T) => hrefOf(view, [idOf(item)], router.route.value.query)
  const { ref, onKeyDown } = useArrowKeys((index) => {
    const item = items[index]
    if (item !== undefined) router.go(linkOf(item), { replace: true })
  })
  useEffect(
    () => ref.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' }),
    [ref, selectedId],
  )
  return (
    <ol class={classesOf('list', classes.class)} aria-label={label} ref={ref} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <li key={idOf(item)}>
          <Link
            class={classesOf('item', classes.itemClass)}
            href={linkOf(item)}
            aria-current={idOf(item) === selectedId}
          >
            {children(item)}
          </Link>
        </li>
      ))}
    </ol>
  )
}

const classesOf = (common: string, other: string | undefined) => (other === undefined ? common : `${common} ${other}`)
