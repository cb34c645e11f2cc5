import type { ComponentChildren } from 'preact'
import { Empty } from '../../components/Empty.tsx'
import { Link } from '../../components/Link.tsx'
import { Time } from '../../components/Time.tsx'
import { useArrowKeys } from '../../components/useArrowKeys.ts'
import { counted } from '../../counting.ts'
import { useInspector } from '../../inspectorContext.ts'
import { Avatar } from './Avatar.tsx'
import { contactOf, nameOf, type User } from './person.ts'

/** How many users are read at first. */
export const usersAtOnce = 50

interface PeopleListProps {
  /** Newest first. */
  readonly users: readonly User[]
  /** How many match in all. */
  readonly count: number
  readonly search: ComponentChildren
  readonly selectedId: string | undefined
  linkTo(userId: string): string
  /** Reads more; absent where no more are shown. */
  readonly onMore: (() => void) | undefined
  /** Ends the search; absent where nothing is searched. */
  readonly onClear: (() => void) | undefined
}

/** People to choose from, with the mouse or the arrow keys. */
export function PeopleList({ users, count, search, selectedId, linkTo, onMore, onClear }: PeopleListProps) {
  const { router } = useInspector()
  const { ref, onKeyDown } = useArrowKeys((index) => {
    const user = users[index]
    if (user) router.go(linkTo(user.id), { replace: true })
  })
  return (
    <>
      <search class="people-search">
        {search}
        <small class="tabular" role="status">
          {counted(count, ['person', 'people'])}
        </small>
      </search>
      {users.length === 0 && (
        <Empty icon="search" title={onClear ? 'Nobody matches the search' : 'Nobody is here yet'}>
          {onClear && (
            <button type="button" onClick={onClear}>
              Show all
            </button>
          )}
        </Empty>
      )}
      <ol class="list" aria-label="People" ref={ref} onKeyDown={onKeyDown}>
        {users.map((user) => (
          <li key={user.id}>
            <Link class="item" href={linkTo(user.id)} aria-current={user.id === selectedId}>
              <Avatar user={user} />
              <span class="people-who">
                <b class="clip">{nameOf(user)}</b>
                <small class="clip">{contactOf(user)}</small>
              </span>
              <small class="end people-when">
                {user.lastVisit ? <Time at={user.lastVisit} withDate /> : 'Never here'}
              </small>
            </Link>
          </li>
        ))}
      </ol>
      {count > users.length &&
        (onMore ? (
          <button type="button" class="quiet wide" onClick={onMore}>
            Show more of {count.toLocaleString('en')}
          </button>
        ) : (
          <p class="people-none">The newest {users.length} are shown. Search to find the others.</p>
        ))}
    </>
  )
}
