import { sweepRoutes } from '@latchkey/contract/routes/sweepRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'
import { exampleReport } from '../../../../test/support/sweepReport.ts'

const control = createControlClient()
const { get, post } = control
const [first, ...others] = exampleReport.results

describe('reports of sweeps', () => {
  it('are added, listed with the latest first, read whole, and removed', async () => {
    const { body: added } = await post('sweeps', exampleReport)
    expect(added).toEqual({
      id: 'sweep-1',
      name: 'renames a person',
      addedAt: control.server.mock.clock.iso(),
      cases: 4,
      faults: 1,
    })
    const { body: second } = await post('sweeps', { ...exampleReport, name: 'signs in', results: [] })
    expect((await get('sweeps')).body).toEqual({ sweeps: [second, added] })
    expect((await get('sweeps/report', { id: added.id })).body).toEqual(exampleReport)
    expect((await post('sweeps/drop', { id: added.id })).status).toBe(204)
    expect((await get('sweeps')).body).toEqual({ sweeps: [second] })
  })

  it('stay when the mock is reset, and are not those of a fork', async () => {
    const { mock } = control.server
    await post('sweeps', exampleReport)
    await post('reset')
    expect((await get('sweeps')).body.sweeps).toMatchObject([{ name: 'renames a person' }])
    expect(mock.fork().sweeps.list()).toEqual([])
  })

  it('are the latest 20', async () => {
    for (let count = 1; count <= 21; count += 1) await post('sweeps', { ...exampleReport, name: `sweep of ${count}` })
    const names = (await get('sweeps')).body.sweeps.map(({ name }: { name: string }) => name)
    expect([names.length, names.at(0), names.at(-1)]).toEqual([20, 'sweep of 21', 'sweep of 2'])
  })

  it.each([
    [{ ...exampleReport, version: 2 }, 'version'],
    [{ ...exampleReport, name: undefined }, 'name'],
    [{ ...exampleReport, results: [{ ...first, outcome: 'explodes' }] }, 'results.0.outcome'],
    [{ ...exampleReport, results: [...others, { ...first, calls: [{ name: 'profile.get' }] }] }, 'results.3.calls.0'],
    [{ ...exampleReport, pictures: ['https://example.com/picture.png'] }, 'pictures.0 must be a data URL of an image'],
    [{ ...exampleReport, results: [{ ...first, picture: 1 }] }, 'pictures must have the pictures of all results'],
    [{ ...exampleReport, seconds: 3 }, 'seconds'],
  ])('are refused with a sentence about what is wrong in them, %#', async (report, sentence) => {
    const { status, body } = await post('sweeps', report)
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
    expect((await get('sweeps')).body).toEqual({ sweeps: [] })
  })

  it('are not found by an id that none of them has', async () => {
    const { status, body } = await get('sweeps/report', { id: 'sweep-9' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('there is no report "sweep-9"')])
    expect((await post('sweeps/drop', { id: 'sweep-9' })).body.error).toContain('there is no report "sweep-9"')
    expect((await get('sweeps/report')).status).toBe(400)
  })

  it('have no route that the tests above have not called', () => {
    expect(Object.keys(sweepRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
