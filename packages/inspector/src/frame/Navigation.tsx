import { useEffect, useRef } from 'preact/hooks'
import { Badge } from '../components/Badge.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { hrefOf } from '../createRouter.ts'
import { useRead } from '../inspectorContext.ts'
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
              {view.hash === 'browser' && <OpenRequests />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many requests of pages wait for an answer at a browser wallet. */
function OpenRequests() {
  const { data } = useRead('GET wallets/browser', { tables: ['browserWallets'] })
  const count = data?.wallets.reduce((sum, { requests }) => sum + requests.length, 0) ?? 0
  if (count === 0) return null
  return (
    <Badge tone="info">
      {count}
      <span class="hidden"> open</span>
    </Badge>
  )
}

/** Scrolls only the line of views, so that the page around an element stays where it is. */
function bringIntoSight(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>('[aria-current]')
  if (!list || !link) return
  const [line, tab] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  list.scrollLeft += tab.left + tab.width / 2 - (line.left + line.width / 2)
}
