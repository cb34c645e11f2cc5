import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from './Link.tsx'

interface SplitProps {
  /** The records to choose from, as links. */
  readonly list: ComponentChildren
  /** The words for one record and for several: `['request', 'requests']`. */
  readonly nouns: readonly [one: string, several: string]
  /** The id of the chosen record, as the link has it; `undefined` while none is chosen. */
  readonly selectedId: string | undefined
  /** The link to the list without a chosen record. */
  readonly listHref: string
  /** The chosen record, or the sentence that none is chosen. */
  readonly children: ComponentChildren
}

/**
 * A list and the chosen record beside it. In a narrow window the record takes the place of the list and of what searches
 * it, and a link leads back.
 */
export function Split({ list, nouns: [one, several], selectedId, listHref, children }: SplitProps) {
  const split = useRef<HTMLDivElement>(null)
  const former = useRef(selectedId)
  useEffect(() => {
    const formerId = former.current
    former.current = selectedId
    if (split.current && formerId !== selectedId) moveFocus(split.current, { formerId, selectedId })
  }, [selectedId])
  return (
    <div ref={split} class={selectedId === undefined ? 'split' : 'split open'}>
      <section class="card split-list" aria-label="List">
        {list}
      </section>
      {/* Another record begins at its top. */}
      <div key={selectedId} class="split-record" tabIndex={-1} role="group" aria-label={`Chosen ${one}`}>
        <Link class="button split-back" href={listHref}>
          ‹ All {several}
        </Link>
        {children}
      </div>
    </div>
  )
}

interface Choice {
  readonly formerId: string | undefined
  readonly selectedId: string | undefined
}

/** In a narrow window the side that had the focus is gone: the keyboard and screen readers go on in the other one. */
function moveFocus(split: HTMLElement, { formerId, selectedId }: Choice): void {
  const [list, record] = Array.from(split.children) as HTMLElement[]
  const isOver = list?.checkVisibility() !== record?.checkVisibility()
  if (!isOver) return
  if (selectedId !== undefined) split.closest('.content')?.scrollTo(0, 0)
  if ((split.getRootNode() as ShadowRoot).activeElement?.checkVisibility()) return
  if (selectedId !== undefined) record?.focus({ preventScroll: true })
  else if (formerId !== undefined)
    Array.from(list?.querySelectorAll('a') ?? [])
      .find(({ hash }) => hash.split(/[/?]/).includes(encodeURIComponent(formerId)))
      ?.focus()
}

/** Whether the chosen record is beside the list, and not in its place. */
export const isRecordBeside = (list: Element | null): boolean =>
  list?.closest('.split')?.querySelector('.split-record')?.checkVisibility() ?? false
