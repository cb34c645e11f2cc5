import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationId } from '@latchkey/types'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { runPull } from '../../src/bin/pull.ts'
import { loadContract } from '../../src/comparison/contract.ts'
import { match, rows } from '../../src/http/router.ts'
import { createMock } from '../../src/mock/createMock.ts'
import { createReads, noteRead } from '../../src/recording/recordedReads.ts'
import { scenarioOf } from '../../src/recording/scenarioOf.ts'
import { createCommandLine } from '../support/commandLine.ts'
import { sendLeaky, startLeakyDeployment } from './leakyDeployment.ts'
import { createLeakyReplies, recordedReads } from './leakyReplies.ts'
import { leaksIn, plantedSecrets } from './plantedSecrets.ts'

const { run } = createCommandLine()
const contract = await loadContract()
const environmentId = '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e5f'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => void vi.restoreAllMocks())

const pathOf = (id: OperationId) => rows[id].path.replace(/\{\w+\}/g, environmentId)

/** A deployment that answers every read with secrets, and everything else by a refusal with secrets. */
function startDeployment(first: number) {
  const replyOf = createLeakyReplies(contract, first)
  const [, secret] = plantedSecrets[first % plantedSecrets.length] as readonly [string, string]
  return startLeakyDeployment(({ url = '' }) => {
    const { pathname } = new URL(url, 'http://localhost')
    const id = match(pathname)?.operations.GET
    const isRead = recordedReads.some((each) => each === id)
    if (id === 'organizations.list')
      return { body: JSON.stringify({ organizations: [{ id: environmentId, name: secret, role: 'viewer' }] }) }
    if (id === 'projects.list') return { body: JSON.stringify({ projects: [{ name: secret, id: environmentId }] }) }
    return isRead && id
      ? { body: JSON.stringify(replyOf(id)) }
      : { status: 403, body: JSON.stringify({ error: secret, code: secret }) }
  })
}

function readsOf(first: number) {
  const replyOf = createLeakyReplies(contract, first)
  const reads = createReads()
  for (const id of recordedReads) noteRead(reads, id, { params: { allowlistId: environmentId }, body: replyOf(id) })
  return reads
}

it('a scenario has no secret of a deployment, whichever text has it', () => {
  for (let first = 0; first < plantedSecrets.length; first++) {
    const { scenario, leftOut } = scenarioOf(contract, readsOf(first))
    expect(leaksIn(JSON.stringify(scenario) + leftOut.join('\n'))).toEqual([])
    expect(leftOut).toContainEqual(expect.stringMatching(/^gates\[\].*<field \d+>/))
    for (const part of [
      'settings',
      'networks',
      'customFields',
      'origins',
      'deeplinkUrls',
      'gates',
      'allowlists',
      'people',
    ])
      expect(scenario).toHaveProperty(part)
  }
})

it('a mock plays with placeholders whatever part of a scenario it plays with the texts of the deployment', async () => {
  const counts = new Map<string, number>()
  for (let first = 0; first < plantedSecrets.length; first += 4) {
    const reads = readsOf(first)
    const { scenario: withTexts } = scenarioOf(contract, reads, () => true)
    const { scenario } = scenarioOf(contract, reads)
    for (const part of Object.keys(withTexts) as (keyof typeof withTexts)[]) {
      if ((await faultOf({ [part]: withTexts[part] })) !== undefined) continue
      expect([part, await faultOf({ [part]: scenario[part] })]).toEqual([part, undefined])
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  // Settings and gates contradict themselves when they are made at random. `pull.test.ts` plays those of a real mock.
  const parts = ['allowlists', 'customFields', 'deeplinkUrls', 'hostnames', 'networks', 'origins', 'people']
  expect([...counts.keys()]).toEqual(expect.arrayContaining([...parts, 'providers', 'sdkViews']))
})

/** Why a mock does not play a scenario. */
async function faultOf(scenario: object): Promise<string | undefined> {
  return createMock()
    .load(scenario)
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
}

it('pull shows no secret of the deployment, in the file or in the terminal', async () => {
  const printed: string[] = []
  for (const method of ['log', 'error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void printed.push(line))
  for (const first of [0, 40, 80]) {
    const deployment = await startDeployment(first)
    const file = join(folder, `pulled${first}.json`)
    try {
      const flags = ['--target', deployment.url, '--environment', environmentId, '--scenario', file, '--people']
      await runPull(flags, { LATCHKEY_TOKEN: 'swordfishy' })
    } finally {
      deployment.close()
    }
    expect(leaksIn(await readFile(file, 'utf8'))).toEqual([])
    expect(leaksIn(printed.join('\n'))).toEqual([])
    expect(printed.join('\n')).toContain('is not in the scenario')
  }
})

it('record shows no secret of the app and the deployment, in the file or in the terminal', async () => {
  const deployment = await startDeployment(20)
  const file = join(folder, 'recorded.json')
  try {
    const { child, started, ended, output } = run(
      'record',
      '--target',
      deployment.url,
      '--port',
      '0',
      '--scenario',
      file,
    )
    const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
    for (const id of recordedReads) await sendLeaky(url, { path: `${pathOf(id)}?token=swordfishy` })
    child.kill('SIGTERM')
    expect([await ended, output.stderr]).toEqual([0, ''])
    expect(leaksIn(await readFile(file, 'utf8'))).toEqual([])
    expect(leaksIn(output.stdout)).toEqual([])
  } finally {
    deployment.close()
  }
})
