import { type InfiniteData, QueryClient } from '@tanstack/query-core'
import * as solid from '@tanstack/solid-query'
import * as svelte from '@tanstack/svelte-query'
import * as vue from '@tanstack/vue-query'
import { expectTypeOf, it } from 'vitest'
import type { Caller } from './calls/createTransport.ts'
import { gates, type Gate, type User, users } from './generated/operations/index.ts'
import { infiniteQueryOptions, mutationOptions, queryKey, queryOptions } from './query.ts'

const gateId = 'g'

it('the adapters infer the data of a query', () => {
  const read = (api: Caller) => {
    expectTypeOf(vue.useQuery(queryOptions(gates.get, api, { gateId })).data.value).toEqualTypeOf<Gate | undefined>()
    expectTypeOf(svelte.createQuery(() => queryOptions(gates.get, api, { gateId })).data).toEqualTypeOf<
      Gate | undefined
    >()
    expectTypeOf(solid.useQuery(() => queryOptions(gates.get, api, { gateId })).data).toEqualTypeOf<Gate | undefined>()
  }
  return read
})

it('the adapters infer the items of an infinite query', () => {
  const read = (api: Caller) => {
    const options = infiniteQueryOptions(users.list, api, { query: { limit: 2 } })
    const pages = [
      vue.useInfiniteQuery(options).data.value?.pages,
      svelte.createInfiniteQuery(() => options).data?.pages,
      solid.useInfiniteQuery(() => options).data?.pages,
    ] as const
    for (const each of pages) expectTypeOf(each?.[0]?.items).toEqualTypeOf<User[] | undefined>()
  }
  return read
})

it('the adapters infer the variables of a mutation', () => {
  const misuse = (api: Caller) => {
    const options = mutationOptions(gates.enable, api)
    vue.useMutation(options).mutate({ gateId })
    svelte.createMutation(() => options).mutate({ gateId })
    solid.useMutation(() => options).mutate({ gateId })
    // @ts-expect-error -- a gate has an id
    vue.useMutation(options).mutate({})
    // @ts-expect-error -- a gate has an id
    svelte.createMutation(() => options).mutate({})
    // @ts-expect-error -- a gate has an id
    solid.useMutation(() => options).mutate({})
  }
  return misuse
})

it('a key knows the data that the cache has for it', () => {
  const use = (api: Caller, cache: QueryClient) => {
    expectTypeOf(cache.getQueryData(queryKey(gates.get, api, { gateId }))).toEqualTypeOf<Gate | undefined>()
    expectTypeOf(cache.getQueryData(queryOptions(gates.get, api, { gateId }).queryKey)).toEqualTypeOf<
      Gate | undefined
    >()
    expectTypeOf(cache.getQueryData(queryKey(gates.delete, api, { gateId }))).toEqualTypeOf<null | undefined>()
    const pages = cache.getQueryData(infiniteQueryOptions(users.list, api).queryKey)
    expectTypeOf(pages?.pages[0]?.items).toEqualTypeOf<User[] | undefined>()
    expectTypeOf(pages).toExtend<InfiniteData<unknown> | undefined>()
    cache.setQueryData(queryKey(gates.get, api, { gateId }), (gate) => gate && { ...gate, name: 'Holders' })
    // @ts-expect-error -- a gate is no list
    cache.setQueryData(queryKey(gates.get, api, { gateId }), [])
  }
  return use
})
