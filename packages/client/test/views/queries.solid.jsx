import { QueryClientProvider, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/solid-query'
import { gates, users } from '../../src/generated/operations/index.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '../../src/query.ts'
import { describeQueries } from './queryPage.ts'

function Page({ api, gateId, onReady }) {
  const queryClient = useQueryClient()
  const gate = useQuery(() => queryOptions(gates.get, api, { gateId }))
  const people = useInfiniteQuery(() => infiniteQueryOptions(users.list, api, { query: { limit: 2 } }))
  const enabling = useMutation(() => ({
    ...mutationOptions(gates.enable, api),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gates'] }),
  }))
  onReady({ enable: () => enabling.mutateAsync({ gateId }), fetchNextPage: () => people.fetchNextPage() })
  const count = () => (people.isSuccess ? people.data.pages.flatMap(({ items }) => items).length : 0)
  return <p>{describeQueries(gate.isSuccess ? gate.data : undefined, gate.error, count())}</p>
}

export const Queries = (props) => (
  <QueryClientProvider client={props.queryClient}>
    <Page {...props} />
  </QueryClientProvider>
)
