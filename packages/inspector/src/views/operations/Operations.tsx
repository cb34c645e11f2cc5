import { EmptyCard } from '../../components/Empty.tsx'
import { NoMatch } from '../../components/NoMatch.tsx'
import { Reading } from '../../components/Reading.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { ShownCount } from '../../components/ShownCount.tsx'
import { Split } from '../../components/Split.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useInspector } from '../../inspectorContext.ts'
import { OperationDetails } from './OperationDetails.tsx'
import { OperationList } from './OperationList.tsx'
import type { Operation } from './operationsOf.ts'
import { useDocument } from './useDocument.ts'

/** All operations of the service, to read about and to call. The search and the choice are in the link. */
export function Operations() {
  const { router } = useInspector()
  const document = useDocument()
  const { path, query } = router.route.value
  const { text = '' } = query
  const search = (text: string) => router.go(hrefOf('operations', path, { text }), { replace: true })
  return (
    <div class="view full">
      <ViewHead title="Operations" />
      <Reading of={document}>
        {({ document, operations }) => {
          const shown = operations.filter((operation) => matches(operation, text))
          const selected = operations.find(({ id }) => id === path[0])
          return (
            <>
              <search class="row">
                <SearchField label="Search by name, path or purpose" value={text} onInput={search} />
                <ShownCount shown={shown} all={operations} />
              </search>
              <Split
                nouns={['operation', 'operations']}
                selectedId={path[0]}
                listHref={hrefOf('operations', [], query)}
                list={
                  <>
                    <OperationList operations={shown} selectedId={selected?.id} />
                    {shown.length === 0 && (
                      <NoMatch
                        title="No operation matches the search"
                        count={operations.length}
                        onShowAll={() => search('')}
                      />
                    )}
                  </>
                }
              >
                {selected ? (
                  <OperationDetails key={selected.id} operation={selected} document={document} />
                ) : (
                  <NothingSelected id={path[0]} />
                )}
              </Split>
            </>
          )
        }}
      </Reading>
    </div>
  )
}

function NothingSelected({ id }: { id: string | undefined }) {
  return (
    <EmptyCard icon="operations" title={id === undefined ? 'Choose an operation' : 'There is no such operation'}>
      <p>
        Its description appears here, and a form that calls it as whom you choose. The arrow keys go through the list.
      </p>
    </EmptyCard>
  )
}

/** Whether an operation has all words of a text in its name, path or summary. */
function matches({ id, path, method, summary }: Operation, text: string): boolean {
  const all = `${id} ${method} ${path} ${summary}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
