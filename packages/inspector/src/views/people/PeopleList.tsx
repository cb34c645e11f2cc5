import type { ComponentChildren } from 'preact'
import { Empty } from '../../components/Empty.tsx'
import { LinkList } from '../../components/LinkList.tsx'
import { NoMatch } from '../../components/NoMatch.tsx'
import { Time } from '../../components/Time.tsx'
import { counted } from '../../counting.ts'
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
  /** Reads more; absent where no more are shown. */
  readonly onMore: (() => void) | undefined
  /** Ends the search; absent where nothing is searched. */
  readonly onClear: (() => void) | undefined
}

/** People to choose from, with the mouse or the arrow keys. */
export function PeopleList({ users, count, search, selectedId, onMore, onClear }: PeopleListProps) {
  return (
    <>
      <search class="people-search">
        {search}
        <small class="tabular" role="status">
          {counted(count, ['person', 'people'])}
        </small>
      </search>
      {users.length === 0 &&
        (onClear ? (
          <NoMatch title="Nobody matches the search" onShowAll={onClear} />
        ) : (
          <Empty icon="search" title="Nobody is here yet" />
        ))}
      <LinkList view="people" label="People" items={users} selectedId={selectedId} idOf={({ id }) => id}>
        {(user) => (
          <>
            <Avatar user={user} />
            <span class="people-who">
              <b class="clip">{nameOf(user)}</b>
              <small class="clip">{contactOf(user)}</small>
            </span>
            <small class="end people-when">
              {user.lastVisit ? <Time at={user.lastVisit} withDate /> : 'Never here'}
            </small>
          </>
        )}
      </LinkList>
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
