import { bearer, createTransport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import { describe, expect, it, vi } from 'vitest'
import { closedUrl, startWorld } from './testing.ts'

vi.setConfig({ testTimeout: 300_000 })

const contract = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const holds = (amount: number) => [
  {
    type: 'nft' as const,
    chain: 'EVM' as const,
    address: { networkId: 1, contractAddress: contract },
    filter: { amount },
  },
]

/** The sandbox with three gates, and a live environment; the caller is a member, who may act in both. */
async function withEnvironments() {
  const world = await startWorld()
  const { mock, url, sandbox, run } = world
  const { live } = mock.defaults.environments
  await mock.create.gate({ name: 'Holders', outcome: 'scope', scope: 'gold', rules: holds(1) })
  await mock.create.gate({ name: 'Whales', outcome: 'siteAccess', rules: holds(9), enabled: false })
  await mock.create.gate({ name: 'Banned', outcome: 'block', rules: holds(2) })
  const target = createTransport({ baseUrl: url, environmentId: live.id, auth: bearer(live.token) })
  const shown = async (api: typeof target) => {
    const { gates: all = [] } = await gates.list(api)
    const compared = all.map(({ name, outcome, scope, rules, enabledAt }) => ({
      name,
      outcome,
      scope,
      rules,
      isEnabled: Boolean(enabledAt),
    }))
    return compared.sort((a, b) => a.name.localeCompare(b.name))
  }
  const args = ['--from', sandbox.id, '--to', live.id]
  const mirror = (flags: string[] = [], overrides: Record<string, string> = {}) =>
    run('mirrorGates.ts', [...args, ...flags], { LATCHKEY_TOKEN: mock.defaults.admin.token, ...overrides })
  return { ...world, live, target, shown, mirror }
}

describe('mirrorGates', () => {
  it('shows its plan and changes nothing without --apply', async () => {
    const { mirror, shown, target } = await withEnvironments()
    const { code, stdout, stderr } = await mirror()
    expect(stderr).toBe('')
    expect(stdout).toBe(
      [
        'plan: create "Holders" and enable it',
        'plan: create "Whales"',
        'plan: create "Banned" and enable it',
        'Changes planned: 3; --apply makes them.\n',
      ].join('\n'),
    )
    expect(code).toBe(0)
    expect(await shown(target)).toEqual([])
  })

  it('makes the gates equal, and has nothing to do the second time', async () => {
    const { mirror, shown, target, api } = await withEnvironments()
    const { code, stdout } = await mirror(['--apply'])
    expect(stdout).toMatch(/^done: create "Holders" and enable it\n(.+\n){2}Changes made: 3\.\n$/)
    expect(code).toBe(0)
    expect(await shown(target)).toHaveLength(3)
    expect(await shown(target)).toEqual(await shown(api))
    const before = (await gates.list(target)).gates
    expect((await mirror(['--apply'])).stdout).toBe('Nothing to do: the gates are equal.\n')
    expect((await gates.list(target)).gates).toEqual(before)
  })

  it('updates, enables and disables what differs, and nothing else', async () => {
    const { mirror, shown, target, api, mock, live } = await withEnvironments()
    const place = { environmentId: live.id }
    await mock.create.gate(
      { name: 'Holders', outcome: 'scope', scope: 'silver', rules: holds(5), enabled: false },
      place,
    )
    await mock.create.gate({ name: 'Whales', outcome: 'siteAccess', scope: 'leftover', rules: holds(9) }, place)
    const equal = await mock.create.gate({ name: 'Banned', outcome: 'block', rules: holds(2) }, place)
    const { stdout } = await mirror(['--apply'])
    expect(stdout).toBe(
      [
        'done: update "Holders": scope, rules',
        'done: enable "Holders"',
        'done: update "Whales": scope',
        'done: disable "Whales"',
        'Changes made: 4.\n',
      ].join('\n'),
    )
    expect(await shown(target)).toEqual(await shown(api))
    expect(await gates.get(target, { gateId: equal.id })).toEqual(equal)
    expect((await mirror(['--apply'])).stdout).toBe('Nothing to do: the gates are equal.\n')
  })

  it('keeps gates that only the target has, unless --delete is set', async () => {
    const { mirror, shown, target, api, mock, live } = await withEnvironments()
    await mock.create.gate({ name: 'Old "one"', rules: holds(1) }, { environmentId: live.id })
    const withoutDelete = await mirror(['--apply'])
    expect(withoutDelete.stdout).toContain('kept: "Old \\"one\\"" is only in the target; --delete removes it')
    expect(await shown(target)).toHaveLength(4)
    expect((await mirror(['--delete'])).stdout).toBe(
      'plan: delete "Old \\"one\\""\nChanges planned: 1; --apply makes them.\n',
    )
    expect(await shown(target)).toHaveLength(4)
    expect((await mirror(['--delete', '--apply'])).stdout).toBe('done: delete "Old \\"one\\""\nChanges made: 1.\n')
    expect(await shown(target)).toEqual(await shown(api))
  })

  it('accepts a token for each environment, and uses it for that environment only', async () => {
    const { mirror, shown, target, sandbox, live } = await withEnvironments()
    const crossed = await mirror(['--apply'], { LATCHKEY_FROM_TOKEN: live.token, LATCHKEY_TO_TOKEN: sandbox.token })
    expect(crossed.stderr).toMatch(/^gates\.list was refused with 403 .+ \(request \S+\)\n$/)
    expect(crossed.code).toBe(1)
    expect(
      (
        await mirror(['--apply'], {
          LATCHKEY_TOKEN: '',
          LATCHKEY_FROM_TOKEN: sandbox.token,
          LATCHKEY_TO_TOKEN: live.token,
        })
      ).code,
    ).toBe(0)
    expect(await shown(target)).toHaveLength(3)
  })

  it('reports its progress when the service fails, and continues from there in the next run', async () => {
    const { mirror, shown, target, api, mock } = await withEnvironments()
    mock.faults.set('gates.enable', { status: 503 })
    const { code, stdout, stderr } = await mirror(['--apply'])
    mock.faults.clear()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^create "Holders" and enable it: gates\.enable was refused with 503.+\n$/)
    expect(code).toBe(1)
    expect((await mirror(['--apply'])).stdout).toContain('done: enable "Holders"\ndone: create "Whales"\n')
    expect(await shown(target)).toEqual(await shown(api))
  })

  it('shows why the service refuses, and changes nothing', async () => {
    const { mirror, shown, target, mock, live, sandbox } = await withEnvironments()
    const reader = await mock.create.token({ scopes: ['environment.settings.read'] }, { environmentId: live.id })
    const planned = await mirror([], { LATCHKEY_FROM_TOKEN: sandbox.token, LATCHKEY_TO_TOKEN: reader.rawToken })
    expect(planned.code).toBe(0)
    const unscoped = await mirror(['--apply'], { LATCHKEY_TO_TOKEN: reader.rawToken })
    expect(unscoped.stderr).toMatch(/gates\.create was refused with 403 .+ \(request \S+\)\n$/)
    const unknown = await mirror(['--apply'], { LATCHKEY_TOKEN: `lk_member_${'x'.repeat(40)}` })
    expect(unknown.stderr).toMatch(/^gates\.list was refused with 401 .+ \(request \S+\)\n$/)
    const unreachable = await mirror(['--apply'], { LATCHKEY_URL: await closedUrl() })
    expect(unreachable.stderr).toMatch(/^gates\.list got no whole reply from 127\.0\.0\.1:\d+: ECONNREFUSED\.\n$/)
    expect([unscoped, unknown, unreachable].map(({ code }) => code)).toEqual([1, 1, 1])
    expect(await shown(target)).toEqual([])
  })

  it('is refused with its usage for environments that are missing or the same', async () => {
    const { run, sandbox, mock } = await withEnvironments()
    mock.journal.clear()
    const missing = await run('mirrorGates.ts', ['--from', sandbox.id])
    expect(missing.stderr).toMatch(/^--from and --to are both needed.+\nUsage: node mirrorGates\.ts --from /)
    const same = await run('mirrorGates.ts', ['--from', sandbox.id, '--to', sandbox.id])
    expect(same.stderr).toMatch(/^--from and --to name the same environment\.\nUsage: /)
    const without = await run('mirrorGates.ts', ['--from'])
    expect(without.stderr).toMatch(/^Option '--from <value>' argument missing\nUsage: /)
    expect([missing.code, same.code, without.code]).toEqual([2, 2, 2])
    expect(mock.journal.list()).toEqual([])
  })
})
