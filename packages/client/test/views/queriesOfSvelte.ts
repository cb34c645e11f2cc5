import type { QueryClient } from '@tanstack/svelte-query'
import type { Component } from 'svelte'
import { loadBundle } from './loadBundle.ts'
import type { MountQueries, QueryPageProps } from './queryPage.ts'
import { compilingSvelte, pageOfSvelte } from './svelteScene.ts'

interface Loaded {
  svelte: typeof import('svelte')
  adapter: typeof import('@tanstack/svelte-query')
  Queries: Component<QueryPageProps & { queryClient: QueryClient } & Record<string, unknown>>
}

const contents = `
  export * as svelte from 'svelte'
  export * as adapter from '@tanstack/svelte-query'
  export { default as Queries } from './Queries.svelte'`

export async function loadQueriesOfSvelte(): Promise<MountQueries> {
  const { svelte, adapter, Queries } = await loadBundle<Loaded>(contents, {
    ...pageOfSvelte,
    plugins: [compilingSvelte('client')],
  })
  return (target, props) => {
    const queryClient = new adapter.QueryClient({ defaultOptions: { queries: { retry: false } } })
    const page = svelte.mount(Queries, { target, props: { ...props, queryClient } })
    return () => (queryClient.clear(), svelte.unmount(page))
  }
}
