import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeEnvironmentRefusals } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const at = (second: number) => `2026-01-15T09:30:0${second}.000Z`

describeEnvironmentRefusals(host, { 'screening.get': {}, 'screening.enable': {}, 'screening.disable': {} })

describe('screening', () => {
  it('has no settings before it is enabled for the first time', async () => {
    expect(await host.refuse('screening.get')).toMatchObject({ status: 404, body: undefined })
    expect(await host.refuse('screening.disable')).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('is enabled and disabled, and stores only the time of changes', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const { body: first } = await host.call('screening.enable')
    expect(first).toEqual({
      id: expect.any(String),
      sanctionsApiEnabled: true,
      kytApiEnabled: false,
      projectEnvironmentId: sandbox.id,
      createdAt: at(0),
      updatedAt: at(0),
    })
    await host.mock.clock.advance(1000)
    expect((await host.call('screening.enable')).body).toEqual(first)
    const { body: off } = await host.call('screening.disable')
    expect(off).toEqual({ ...first, sanctionsApiEnabled: false, updatedAt: at(1) })
    await host.mock.clock.advance(1000)
    expect((await host.call('screening.disable')).body).toEqual(off)
    expect((await host.call('screening.get')).body).toEqual(off)
    expect((await host.call('screening.enable')).body).toEqual({ ...first, updatedAt: at(2) })
    expect((await host.refuse('screening.get', { params: { environmentId: live.id }, token: live.token })).status).toBe(
      404,
    )
  })
})
