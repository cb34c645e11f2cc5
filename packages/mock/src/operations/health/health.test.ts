import { describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const unknown = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

describe('health.check', () => {
  it('finds both environments healthy, without a credential', async () => {
    for (const { id } of Object.values(host.mock.defaults.environments)) {
      expect((await host.call('health.check', { params: { environmentId: id } })).body).toEqual({ status: 'healthy' })
    }
  })

  it('answers 404 for an environment that does not exist, and 400 for text that is not an id', async () => {
    expect(await host.refuse('health.check', { params: { environmentId: unknown } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(await host.refuse('health.check', { params: { environmentId: 'live' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
