import type { QueryClient } from '@tanstack/solid-query'
import type { Component } from 'solid-js'
import { loadBundle } from './loadBundle.ts'
import type { MountQueries, QueryPageProps } from './queryPage.ts'
import { compilingSolid, pageOfSolid } from './solidScene.ts'

interface Loaded {
  solid: typeof import('solid-js')
  web: typeof import('solid-js/web')
  adapter: typeof import('@tanstack/solid-query')
  Queries: Component<QueryPageProps & { queryClient: QueryClient }>
}

const contents = `
  export * as solid from 'solid-js'
  export * as web from 'solid-js/web'
  export * as adapter from '@tanstack/solid-query'
  export { Queries } from './queries.solid.jsx'`

export async function loadQueriesOfSolid(): Promise<MountQueries> {
  const { solid, web, adapter, Queries } = await loadBundle<Loaded>(contents, {
    ...pageOfSolid,
    plugins: [compilingSolid('dom', false)],
  })
  return (element, props) => {
    const queryClient = new adapter.QueryClient({ defaultOptions: { queries: { retry: false } } })
    const dispose = web.render(() => solid.createComponent(Queries, { ...props, queryClient }), element)
    return () => (queryClient.clear(), dispose())
  }
}
