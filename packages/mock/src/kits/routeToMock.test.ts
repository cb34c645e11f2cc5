import type { BrowserContext, Request, Route } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../http/fault.ts'
import { createMock } from '../mock/createMock.ts'
import { routeToMock } from './routeToMock.ts'

type Handle = (route: Route) => Promise<void>

/** The ends of a request by a page's route, in their order. */
async function endsWith(fault: Fault): Promise<string[]> {
  const mock = createMock()
  mock.faults.set('health.check', fault)
  let handle: Handle = () => expect.unreachable('The context has no route.')
  const context: object = { route: async (_: unknown, by: Handle) => void (handle = by) }
  await routeToMock(context as BrowserContext, mock)
  const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`
  const request: object = {
    method: () => 'GET',
    url: () => url,
    allHeaders: async () => ({}),
    postDataBuffer: () => null,
  }
  const ends: string[] = []
  const route: object = {
    request: () => request as Request,
    abort: async (reason: string) => void ends.push(`abort ${reason}`),
    fulfill: async ({ status }: { status: number }) => void ends.push(`fulfill ${status}`),
  }
  await handle(route as Route)
  return ends
}

describe('a fault of a reply, in the routes of a page', () => {
  it.each<[string, Fault, string[]]>([
    ['breaks the connection for a lost reply', { loseReply: true }, ['abort connectionreset']],
    ['breaks the connection for half of a reply', { truncate: true }, ['abort connectionreset']],
    ['leaves the page waiting for a reply that never ends', { stall: true }, []],
    ['passes on a status', { status: 503 }, ['fulfill 503']],
  ])('%s', async (_, fault, ends) => {
    expect(await endsWith(fault)).toEqual(ends)
  })
})
