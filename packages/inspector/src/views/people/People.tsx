import { useEffect, useRef, useState } from 'preact/hooks'
import { Reading } from '../../components/Reading.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Select } from '../../components/Select.tsx'
import { Split } from '../../components/Split.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { type Environment, environmentName } from '../../environmentName.ts'
import { useInspector, useRead } from '../../inspectorContext.ts'
import { CreateDialog } from './CreateDialog.tsx'
import { NoPeople } from './NoPeople.tsx'
import { PeopleList, usersAtOnce } from './PeopleList.tsx'
import { PersonPage } from './PersonPage.tsx'

/** The users of an environment, and one of them with all that belongs to the user. The search is in the link. */
export function People() {
  const environments = useRead('GET environments', { tables: ['environments', 'projects', 'organizations'] })
  return <Reading of={environments}>{({ environments: all }) => <PeopleIn environments={all} />}</Reading>
}

/** The tables that the list and the pages show. */
const tables = ['users', 'credentials', 'wallets', 'sessions']

function PeopleIn({ environments }: { environments: readonly Environment[] }) {
  const { router } = useInspector()
  const { path, query } = router.route.value
  const [selectedId] = path
  const { search = '', environment: environmentId = environments[0]?.id ?? '' } = query
  const [limit, setLimit] = useState(usersAtOnce)
  const [isCreating, setCreating] = useState(false)
  useEffect(() => setLimit(usersAtOnce), [search, environmentId])
  const people = useRead('GET people', { input: { environmentId, search, limit }, tables })
  // While a search is read, the former list stays, and with it the field that is typed in.
  const latest = useRef(people.data)
  latest.current = people.data ?? latest.current
  const linkTo = (userId: string) => hrefOf('people', [userId], query)
  const go = (change: Record<string, string>, replace = true) =>
    router.go(hrefOf('people', replace ? path : [], { ...query, ...change }), { replace })
  return (
    <div class="view full people">
      <ViewHead title="People">
        <Select
          label="Environment"
          value={environmentId}
          options={environments.map((each) => [each.id, environmentName(each, environments)] as const)}
          onChange={(environment) => go({ environment, search: '' }, false)}
        />
        <button type="button" onClick={() => setCreating(true)}>
          New person…
        </button>
      </ViewHead>
      {isCreating && (
        <CreateDialog
          environmentId={environmentId}
          onCreated={(userId) => router.go(linkTo(userId))}
          onClose={() => setCreating(false)}
        />
      )}
      <Reading of={{ ...people, data: latest.current }}>
        {({ users, count }) =>
          count === 0 && search === '' && selectedId === undefined ? (
            <NoPeople environmentId={environmentId} onCreate={() => setCreating(true)} />
          ) : (
            <Split
              nouns={['person', 'people']}
              selectedId={selectedId}
              listHref={hrefOf('people', [], query)}
              list={
                <PeopleList
                  users={users}
                  count={count}
                  search={<SearchField label="Search people" value={search} onInput={(text) => go({ search: text })} />}
                  selectedId={selectedId}
                  onMore={limit < maximumUsers ? () => setLimit(Math.min(limit * 2, maximumUsers)) : undefined}
                  onClear={search === '' ? undefined : () => go({ search: '' })}
                />
              }
            >
              <PersonPage key={selectedId} userId={selectedId} environments={environments} />
            </Split>
          )
        }
      </Reading>
    </div>
  )
}

/** More would make the page slow. */
const maximumUsers = 500
