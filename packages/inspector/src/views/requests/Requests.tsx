import { CodeBlock } from '../../components/CodeBlock.tsx'
import { EmptyCard } from '../../components/Empty.tsx'
import { NoMatch } from '../../components/NoMatch.tsx'
import { ShownCount } from '../../components/ShownCount.tsx'
import { Split } from '../../components/Split.tsx'
import { ViewHead } from '../../components/ViewHead.tsx'
import { hrefOf } from '../../createRouter.ts'
import { useAction, useInspector } from '../../inspectorContext.ts'
import { RequestDetails } from './RequestDetails.tsx'
import { matchesFilter, type RequestFilter } from './requestFilter.ts'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestList } from './RequestList.tsx'

/** The latest requests as they come in, and one of them with its reply. The filter and the choice are in the link. */
export function Requests() {
  const { live, router } = useInspector()
  const [run, isBusy] = useAction()
  const { path, query } = router.route.value
  const [selectedId] = path
  const entries = live.journal.value
  const shown = entries.filter((entry) => matchesFilter(entry, query)).toReversed()
  const selected = entries.find(({ requestId }) => requestId === selectedId)
  const setFilter = (filter: RequestFilter) =>
    router.go(hrefOf('requests', path, filter as Record<string, string>), { replace: true })
  return (
    <div class="view full">
      <ViewHead title="Requests">
        <ShownCount shown={shown} all={entries} />
        <button
          type="button"
          disabled={isBusy || entries.length === 0}
          onClick={() => run(() => live.call('POST journal/clear'), 'The journal is empty.')}
        >
          Clear
        </button>
      </ViewHead>
      <RequestFilters entries={entries} filter={query} onChange={setFilter} />
      {entries.length === 0 ? (
        <NoRequests />
      ) : (
        <Split
          nouns={['request', 'requests']}
          selectedId={selectedId}
          listHref={hrefOf('requests', [], query)}
          list={
            <>
              <RequestList entries={shown} selectedId={selectedId} />
              {shown.length === 0 && (
                <NoMatch title="No request matches the filter" count={entries.length} onShowAll={() => setFilter({})} />
              )}
            </>
          }
        >
          {selected ? <RequestDetails entry={selected} /> : <NothingSelected id={selectedId} />}
        </Split>
      )}
    </div>
  )
}

function NoRequests() {
  const { live } = useInspector()
  return (
    <EmptyCard icon="requests" title="No requests yet">
      <p>Send one to the mock, from your app, a test or a shell. It appears here at once.</p>
      <CodeBlock text={`curl ${live.baseUrl}/api/v0/health`} label="first request" />
    </EmptyCard>
  )
}

function NothingSelected({ id }: { id: string | undefined }) {
  return id === undefined ? (
    <EmptyCard icon="requests" title="Choose a request">
      <p>Its body and its reply appear here. The arrow keys go through the list.</p>
    </EmptyCard>
  ) : (
    <EmptyCard icon="requests" title="This request is no longer kept">
      <p>The journal keeps the latest requests. Choose another one.</p>
    </EmptyCard>
  )
}
