import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SweepReport } from '../sweep/sweepReport.ts'
import { createSweep } from './vitestSweep.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sweep-'))
afterAll(() => rmSync(folder, { recursive: true }))

const baseUrl = 'https://api.example.com'
const sweep = createSweep({ baseUrl })

sweep(
  'lists the users',
  async ({ mock }) => {
    const { id, token } = mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${baseUrl}/api/v0/environments/${id}/users`, { headers }).catch(() => undefined)
  },
  { report: folder, sample: 4 },
)

sweep(
  "lists the users by Node's HTTP client, whose time limit passes",
  async ({ mock }) => {
    const { id, token } = mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}` }
    await new Promise<void>((resolve) => {
      const request = get(`${baseUrl}/api/v0/environments/${id}/users`, { headers }, (reply) =>
        reply.resume().on('end', resolve).on('error', resolve),
      )
      request.setTimeout(60_000, () => request.destroy()).on('error', () => resolve())
    })
  },
  { only: 'users.list: the reply never ends' },
)

it('a sweep writes its results to the folder of `report`', () => {
  const files = readdirSync(folder).toSorted()
  expect(files.map((file) => file.replace(/_[\da-f]{8}/, ''))).toEqual([
    'lists-the-users.html',
    'lists-the-users.json',
    'lists-the-users.xml',
  ])
  const report = JSON.parse(readFileSync(join(folder, files[1] as string), 'utf8')) as SweepReport
  expect(report).toMatchObject({ version: 1, name: 'lists the users', file: 'src/kits/vitestSweep.test.ts' })
  expect(report.calls).toEqual([
    { name: 'users.list', method: 'GET', path: expect.stringMatching(/\/users$/), status: 200 },
  ])
  expect(report.results.map(({ outcome }) => outcome)).toEqual(['passes', 'passes', 'passes', 'passes'])
})
