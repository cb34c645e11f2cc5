import { expectTypeOf, it } from 'vitest'
import { createClient } from './createClient.ts'
import { createTransport } from './createTransport.ts'

const maybe = undefined as string | undefined
const client = createClient({ baseUrl: 'https://api.example.com', environmentId: maybe, headers: undefined })

it('takes undefined for every field that a request can leave out', () => {
  createTransport({
    baseUrl: 'https://api.example.com',
    environmentId: maybe,
    middleware: undefined,
    observe: undefined,
  })
  void client.GET('/api/v0/environments/{environmentId}/users', {
    params: { path: { environmentId: 'id' }, query: { limit: undefined, filter: { filterValue: maybe } } },
  })
  void client.PUT('/api/v0/users/{userId}', { params: { path: { userId: 'id' } }, body: { alias: maybe } })
})

it('refuses undefined for what a request must have', () => {
  // @ts-expect-error An id is part of the path.
  void client.GET('/api/v0/users/{userId}', { params: { path: { userId: maybe } } })
  void client.POST('/api/v0/environments/{environmentId}/gates', {
    params: { path: { environmentId: 'id' } },
    // @ts-expect-error A gate has a name.
    body: { name: maybe, outcome: 'block', rules: [] },
  })
})

it('leaves replies as the document has them', async () => {
  const { data, error } = await client.GET('/api/v0/users/{userId}', { params: { path: { userId: 'id' } } })
  expectTypeOf(data?.user?.email).toEqualTypeOf<string | null | undefined>()
  expectTypeOf(error?.code).not.toEqualTypeOf<unknown>()
})
