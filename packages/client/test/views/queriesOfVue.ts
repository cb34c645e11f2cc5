import { loadBundle } from './loadBundle.ts'
import { describeQueries, type MountQueries } from './queryPage.ts'

interface Loaded {
  vue: typeof import('vue')
  adapter: typeof import('@tanstack/vue-query')
  query: typeof import('../../src/query.ts')
  operations: typeof import('../../src/generated/operations/index.ts')
}

const contents = `
  export * as vue from 'vue'
  export * as adapter from '@tanstack/vue-query'
  export * as query from '../../src/query.ts'
  export * as operations from '../../src/generated/operations/index.ts'`

export async function loadQueriesOfVue(): Promise<MountQueries> {
  const { vue, adapter, query, operations } = await loadBundle<Loaded>(contents, {})
  const { infiniteQueryOptions, mutationOptions, queryOptions } = query
  const { gates, users } = operations
  return (element, { api, gateId, onReady }) => {
    const queryClient = new adapter.QueryClient({ defaultOptions: { queries: { retry: false } } })
    const Page = vue.defineComponent(() => {
      const gate = adapter.useQuery(queryOptions(gates.get, api, { gateId }))
      const people = adapter.useInfiniteQuery(infiniteQueryOptions(users.list, api, { query: { limit: 2 } }))
      const enabling = adapter.useMutation({
        ...mutationOptions(gates.enable, api),
        onSuccess: () => queryClient.invalidateQueries({ queryKey: ['gates'] }),
      })
      onReady({
        enable: () => enabling.mutateAsync({ gateId }),
        fetchNextPage: () => people.fetchNextPage(),
      })
      const count = () => people.data.value?.pages.flatMap(({ items }) => items).length ?? 0
      return () => describeQueries(gate.data.value, gate.error.value, count())
    })
    const app = vue.createApp(Page).use(adapter.VueQueryPlugin, { queryClient })
    app.mount(element)
    return () => (app.unmount(), queryClient.clear())
  }
}
