import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from '@latchkey/client'
import { events } from '@latchkey/client/operations'
import { ratio, type Row } from '../row.ts'

const pages = 200
const perPage = 50

/** Walks 10 000 items: 50 ms until a page comes, 40 ms of work on each. */
async function walk(prefetch: 0 | 1): Promise<number> {
  let sent = 0
  const api = createTransport({
    baseUrl: 'https://api.example.com',
    environmentId: 'e',
    fetch: async () => {
      const page = ++sent
      await sleep(50)
      return Response.json(
        Array.from({ length: perPage }, (_, index) => ({ eventId: `${page}-${index}` })),
        { headers: page < pages ? { 'x-next-cursor': `${page}` } : {} },
      )
    },
  })
  const start = performance.now()
  let items = 0
  for await (const page of events.list(api).pages({ prefetch })) {
    items += page.items.length
    await sleep(40)
  }
  if (items !== pages * perPage) throw new Error(`The walk gave ${items} items.`)
  return performance.now() - start
}

export async function paging(): Promise<Row[]> {
  const [ours, sequential] = await Promise.all([walk(1), walk(0)])
  return [ratio({ what: 'iterating 10 000 items, prefetch 1', ours, peer: sequential, name: 'sequential', limit: 0.6 })]
}
