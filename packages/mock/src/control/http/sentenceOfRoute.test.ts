import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controlRoutes } from '@latchkey/contract/routes/controlRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../test/support/controlClient.ts'
import { connectMock } from '../remote/connectMock.ts'
import { routesOfCalls, sentenceOfRoute } from './sentenceOfRoute.ts'

const control = createControlClient()

/** Functions that no sentence of a route names: they are of this process, or of a contract. */
const withoutRoute = new Set(['fork', 'startServer', 'sign'])

/** The functions that the sentences of the control object advise. */
function advisedCalls(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return advisedCalls(path)
    if (!/(?<!\.test|\.test-d)\.ts$/.test(path)) return []
    const code = readFileSync(path, 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
    const calls = code.matchAll(/(Failed to call )?\\?["`](?:mock\.)?([a-zA-Z]+(?:\.[a-zA-Z]+)*)\([^()"`]*\)\\?["`]/g)
    return [...calls].flatMap(([, isCaller, name = '']) => (isCaller ? [] : [name]))
  })
}

describe('a refusal over HTTP', () => {
  it.each([
    ['clock/advance', { days: 10_000_000 }, 'POST clock/advance: the clock cannot pass the year 9900.'],
    ['faults/clear', { id: 'fault-9' }, 'POST faults/clear: the fault "fault-9" is not set any more.'],
    [
      'messenger/sign',
      { accountId: 'u-9' },
      'Failed to sign: the messenger has no person with this id. Add the person with "POST messenger/users".',
    ],
  ])('names routes instead of functions of the control object: %s', async (path, body, error) => {
    expect(await control.post(path, body)).toMatchObject({ status: 400, body: { error, kind: 'use' } })
  })

  it('comes back with the function where a connection has called it', async () => {
    const mock = await connectMock(control.server.url)
    await expect(mock.clock.advance({ days: 10_000_000 })).rejects.toThrow(
      'Failed to call "clock.advance()": the clock cannot pass the year 9900.',
    )
    await expect(mock.messenger.sign({ accountId: 'u-9' })).rejects.toThrow('Add the person with `addUser()`.')
  })

  it('knows a route for every function that a sentence of the control object advises', () => {
    const folder = fileURLToPath(new URL('../', import.meta.url))
    const names = [...new Set(advisedCalls(folder))]
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !Object.hasOwn(routesOfCalls, name) && !withoutRoute.has(name))).toEqual([])
    const routes = Object.values(routesOfCalls).flatMap((route) =>
      typeof route === 'string' ? [route] : Object.values(route),
    )
    expect(routes.filter((route) => !Object.hasOwn(controlRoutes, route))).toEqual([])
  })

  it('keeps a function that no route has', () => {
    expect(sentenceOfRoute('Copy the mock by `fork()`.', 'POST worlds')).toBe('Copy the mock by `fork()`.')
    expect(sentenceOfRoute('Add one with `addUser()`.', 'POST clock/set')).toBe('Add one with `addUser()`.')
  })
})
