import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { hrefOf } from '../createRouter.ts'
import { type View, views } from '../views/views.ts'

export function Navigation({ current }: { current: View }) {
  return (
    <nav aria-label="Views">
      <ul>
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
