import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { hrefOf } from '../createRouter.ts'
import { type View, views } from '../views/views.ts'

export function Navigation({ current }: { current: View }) {
  const list = useRef<HTMLUListElement>(null)
  // In a narrow window the views are in one line, which is scrolled.
  useEffect(() => bringIntoSight(list.current), [current])
  return (
    <nav aria-label="Views">
      <ul ref={list}>
        {views.map((view) => (
          <li key={view.hash}>
            <Link href={hrefOf(view.hash)} aria-current={view === current ? 'page' : undefined}>
              <Icon name={view.icon} />
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls only the line of views, so that the page around an element stays where it is. */
function bringIntoSight(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>('[aria-current]')
  if (!list || !link) return
  const [line, tab] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  list.scrollLeft += tab.left + tab.width / 2 - (line.left + line.width / 2)
}
