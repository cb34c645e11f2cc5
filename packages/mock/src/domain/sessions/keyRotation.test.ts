import { developmentKeys } from '@latchkey/crypto/developmentKeys'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { SigningKey } from '../../store/records.ts'

const host = createHost()

/** The ids of an environment's keys, newest first. */
const kidsOf = async (environmentId: string) =>
  (await host.call('jwks.get', { params: { environmentId } })).body.keys.map(({ kid }) => kid)
const published = developmentKeys.filter(({ algorithm }) => algorithm === 'RS256').map(({ kid }) => kid)
const signIn = async (environmentId: string) =>
  host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }, { environmentId }))

describe('the keys that are published', () => {
  it('are assigned by the age of the environments, whatever the order of their ids is', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const state = host.mock.export()
    const { environments } = state.tables as { environments: { id: string; createdAt: string }[] }
    expect(sandbox.id < live.id).toBe(true)
    const younger = environments.map((each) =>
      each.id === sandbox.id ? { ...each, createdAt: '2026-01-15T09:31:00.000Z' } : each,
    )
    host.mock.import({ ...state, tables: { ...state.tables, environments: younger } })
    expect(await kidsOf(live.id)).toEqual([published[0]])
    expect(await kidsOf(sandbox.id)).toEqual([published[1]])
  })

  it('are never those of two environments, even when the first project is deleted', async () => {
    const createProject = async (name: string) => {
      const { project } = (await host.call('projects.create', { body: { name } })).body
      return (project?.projectEnvironments ?? []).map(({ id }) => String(id))
    }
    const second = await createProject('Second')
    expect(await Promise.all(second.map(kidsOf))).toEqual([[published[2]], [published[3]]])
    await host.call('projects.delete')
    const keys = await Promise.all([...second, ...(await createProject('Third'))].map(kidsOf))
    expect(new Set(keys.flat()).size).toBe(4)
  })
})

describe('a key that was replaced', () => {
  it('stays valid until the session of its environment that lasts longest has expired', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const lastFor = (minutes: number, environmentId: string) =>
      host.mock.settings.patch({ security: { jwtDuration: { amount: minutes, unit: 'minutes' } } }, { environmentId })
    const user = await host.mock.create.user({ email: 'grace@example.com' })
    await lastFor(50, sandbox.id)
    await signIn(sandbox.id)
    await lastFor(30, sandbox.id)
    await host.mock.signIn(user)
    await lastFor(90, live.id)
    await signIn(live.id)
    const [former = ''] = await kidsOf(sandbox.id)
    const { kid } = await host.mock.keys.rotate()
    await host.mock.clock.advance({ minutes: 49 })
    expect(await kidsOf(sandbox.id)).toEqual([kid, former])
    await host.mock.clock.advance({ minutes: 1 })
    expect(await kidsOf(sandbox.id)).toEqual([kid])
  })

  it('retires at once if it has signed for no session', async () => {
    const { sandbox } = host.mock.defaults.environments
    await kidsOf(sandbox.id)
    const { kid } = await host.mock.keys.rotate()
    expect(await kidsOf(sandbox.id)).toEqual([kid])
    const { signingKeys } = host.mock.export().tables as { signingKeys: SigningKey[] }
    expect(signingKeys.map(({ retiresAt }) => retiresAt)).toEqual(['2026-01-15T09:30:00.000Z', undefined])
  })
})
