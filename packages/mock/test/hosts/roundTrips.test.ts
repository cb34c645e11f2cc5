import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { describe, expect, it } from 'vitest'
import { fullBody, type Variant } from '../contract/fullBodies.ts'
import { spentFields } from '../contract/spentFields.ts'
import { createFullWorld } from '../people/fullWorld.ts'
import type { RoundTrip } from './roundTrip.ts'
import { roundTrips } from './roundTrips.ts'

const trips = Object.entries<RoundTrip>(roundTrips) as [OperationId, RoundTrip][]

/** The values of a body by their paths. A list of plain values is one value. */
function leavesOf(value: unknown, path: readonly string[] = []): [path: string, value: unknown][] {
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  if (typeof value !== 'object' || value === null || isPlainList || Object.keys(value).length === 0)
    return [[path.join('.'), value]]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)

const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`)

function put(body: unknown, path: string, value: unknown): void {
  const steps = path.split('.')
  const last = steps.pop() as string
  const holder = at(body, steps.join('.')) ?? body
  if (value === undefined) Reflect.deleteProperty(holder as object, last)
  else Reflect.set(holder as object, last, value)
}

describe.each(trips)('%s', (id, { bodies = () => [{}], before, isLive = false, shown, as = {}, unshown = {} }) => {
  const row = operationTable[id] as OperationRow
  const nameIn = (path: string) =>
    Object.entries(as).reduce((whole, [name, other]) => whole.replace(new RegExp(`^${name}(?=\\.|$)`), other), path)
  const isUnshown = (path: string) => Object.keys(unshown).some((name) => isWithin(path, name))

  it.each([0, 1] as const)('shows every field that it is sent, in variant %i', async (variant: Variant) => {
    const named = new Set<string>()
    for (const values of bodies(variant)) {
      const body = fullBody(row, variant)?.value
      for (const [path, value] of Object.entries(values)) put(body, path, value)
      const world = await createFullWorld()
      await before?.(world)
      const { live } = world.mock.defaults.environments
      const place: Readonly<Record<string, string>> = isLive ? { environmentId: live.id } : {}
      const token = isLive ? live.token : undefined
      const record = await shown({
        mock: world.mock,
        params: { ...world.paramsOf(id), ...place },
        reply: await world.call(id, { params: place, token, body }),
        read: (reading, others) => world.call(reading, { params: { ...place, ...others }, token }),
      })
      const leaves = leavesOf(body)
      for (const [path] of leaves) named.add(path)
      for (const name of Object.keys(unshown)) {
        const within = leaves.filter(([path]) => isWithin(path, name))
        const isShown = within.length > 0 && within.every(([path, value]) => at(record, nameIn(path)) === value)
        expect(isShown, `${name} is shown and needs no reason`).toBe(false)
      }
      const sent = leaves.filter(([path]) => !isUnshown(path))
      expect(Object.fromEntries(sent.map(([path]) => [path, at(record, nameIn(path))]))).toEqual(
        Object.fromEntries(sent),
      )
    }
    // An object of any fields is empty in the full body, and has some in others.
    const isNamed = (path: string) => [...named].some((name) => isWithin(name, path))
    const unnamed = leavesOf(fullBody(row, variant)?.value).filter(([path]) => !isNamed(path))
    expect(unnamed.map(([path]) => path).filter((path) => !isUnshown(path))).toEqual([])
  })
})

it('each field of the other bodies has a reason for not being read back', () => {
  const others = (Object.entries(operationTable) as [OperationId, OperationRow][]).flatMap(([id, row]) => {
    const body = id in roundTrips ? undefined : fullBody(row)?.value
    return body === undefined ? [] : [[id, Object.keys(body as object).sort()]]
  })
  const listedFields = Object.entries(spentFields).map(([id, fields]) => [id, Object.keys(fields).sort()])
  expect(Object.fromEntries(listedFields)).toEqual(Object.fromEntries(others))
})
