import { readFile, stat, writeFile } from 'node:fs/promises'
import { bearer } from '@latchkey/client'
import { tokens } from '@latchkey/client/operations'
import { describe, expect, it, vi } from 'vitest'
import { closedUrl, startWorld } from './testing.ts'

vi.setConfig({ testTimeout: 300_000 })

/** An environment with a token that may look after tokens, besides the ready one. */
async function withToken(
  scopes = ['environment.apiTokens.read', 'environment.apiTokens.write', 'environment.users.read'] as const,
) {
  const world = await startWorld()
  const old = await world.mock.create.token({ note: 'nightly sync', scopes: [...scopes] })
  const rotate = (args: string[], overrides: Record<string, string> = {}) =>
    world.run('rotateToken.ts', args, { LATCHKEY_TOKEN: old.rawToken, ...overrides })
  const listed = async () => (await tokens.list(world.api)).tokens ?? []
  const works = async (rawToken: string) => (await tokens.list(world.api.with({ auth: bearer(rawToken) })).result()).ok
  const written = async () => (await readFile(world.path('new.token'), 'utf8')).trim()
  return { ...world, old, rotate, listed, works, written }
}

describe('rotateToken', () => {
  it('leaves one token with the same scopes and note, in a file that only its owner can read', async () => {
    const { rotate, old, listed, works, written, path } = await withToken()
    const before = await listed()
    const { code, stdout, stderr } = await rotate(['--out', 'new.token'])
    expect(stderr).toBe('')
    expect(stdout).toBe(`The new token is in new.token. The old one, ${old.id}, is deleted.\n`)
    expect(code).toBe(0)
    expect((await stat(path('new.token'))).mode & 0o777).toBe(0o600)
    const renewed = (await listed()).find(({ note }) => note === 'nightly sync')
    expect(renewed?.id).not.toBe(old.id)
    expect(renewed).toMatchObject({ scopes: old.scopes, checksum: (await written()).slice(-6) })
    expect(await listed()).toHaveLength(before.length)
    expect(await works(await written())).toBe(true)
    expect(await works(old.rawToken)).toBe(false)
  })

  it('can rotate the new token, too', async () => {
    const { rotate, works, written } = await withToken()
    await rotate(['--out', 'new.token'])
    const first = await written()
    expect((await rotate(['--out', 'newer.token'], { LATCHKEY_TOKEN: first })).code).toBe(0)
    expect(await works(first)).toBe(false)
  })

  it('refuses the old token in a second run, since it was deleted', async () => {
    const { rotate, listed } = await withToken()
    await rotate(['--out', 'new.token'])
    const after = await listed()
    const { code, stderr } = await rotate(['--out', 'another.token'])
    expect(stderr).toMatch(/^tokens\.list was refused with 401 token_revoked: .+ \(request \S+\)\n$/)
    expect(code).toBe(1)
    expect(await listed()).toEqual(after)
  })

  it('rotates a token by id that has no scope for tokens', async () => {
    const { rotate, mock, sandbox, listed, written } = await withToken()
    const reader = await mock.create.token({ note: 'reader', scopes: ['environment.users.read'] })
    expect((await rotate(['--out', 'new.token', '--id', reader.id], { LATCHKEY_TOKEN: sandbox.token })).code).toBe(0)
    const [renewed, ...others] = (await listed()).filter(({ note }) => note === 'reader')
    expect(others).toEqual([])
    expect(renewed).toMatchObject({ scopes: ['environment.users.read'], checksum: (await written()).slice(-6) })
  })

  it.each([
    [
      'cannot be made',
      { 'tokens.create': 1 },
      'If the list of tokens shows a new one, delete it: nobody knows its value.',
    ],
    ['does not work', { 'tokens.list': 2 }, 'There is no new one.'],
  ])('changes nothing when the new token %s', async (_, failing, aftermath) => {
    const { mock, rotate, old, listed, works, path } = await withToken()
    const before = await listed()
    const recover = failFrom(mock, failing)
    const { code, stderr } = await rotate(['--out', 'new.token'])
    recover()
    expect(stderr).toMatch(/^tokens\.\w+ was refused with 503/)
    expect(stderr).toContain(` The old token still works. ${aftermath}\n`)
    expect(code).toBe(1)
    expect(await works(old.rawToken)).toBe(true)
    expect(await listed()).toEqual(before)
    await expect(stat(path('new.token'))).rejects.toThrow('ENOENT')
  })

  it('keeps both tokens when the new one can neither be verified nor deleted', async () => {
    const { mock, rotate, old, works, written } = await withToken()
    const recover = failFrom(mock, { 'tokens.list': 2, 'tokens.delete': 1 })
    const { code, stderr } = await rotate(['--out', 'new.token'])
    recover()
    expect(stderr).toMatch(/The old token still works\. A new one, \S+, may work too; it is in new\.token\.\n$/)
    expect(code).toBe(1)
    expect(await works(old.rawToken)).toBe(true)
    expect(await works(await written())).toBe(true)
  })

  it('keeps both tokens when the old one cannot be deleted', async () => {
    const { mock, rotate, old, works, written } = await withToken()
    const recover = failFrom(mock, { 'tokens.delete': 1 })
    const { code, stderr } = await rotate(['--out', 'new.token'])
    recover()
    expect(stderr).toContain(`The new token is in new.token and works. The old one, ${old.id}, may still be there.`)
    expect(code).toBe(1)
    expect(await works(old.rawToken)).toBe(true)
    expect(await works(await written())).toBe(true)
  })

  it('succeeds when the old token has already been deleted', async () => {
    const { mock, rotate, works, written } = await withToken()
    mock.override('tokens.delete', async (_, next) => {
      await next()
      return { status: 404 }
    })
    const { code, stderr } = await rotate(['--out', 'new.token'])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(await works(await written())).toBe(true)
  })

  it('reports the unknown token when the reply that creates it is lost', async () => {
    const { mock, rotate, old, listed, works } = await withToken()
    mock.faults.set('tokens.create', { truncate: true }, 1)
    const { code, stderr } = await rotate(['--out', 'new.token'])
    expect(stderr).toContain(
      'The old token still works. If the list of tokens shows a new one, delete it: nobody knows its value.',
    )
    expect(code).toBe(1)
    expect(await works(old.rawToken)).toBe(true)
    expect((await listed()).filter(({ note }) => note === 'nightly sync')).toHaveLength(2)
  })

  it('does not write over a file', async () => {
    const { rotate, path, old, works, listed } = await withToken()
    await writeFile(path('new.token'), 'of another time')
    const before = await listed()
    const { code, stderr } = await rotate(['--out', 'new.token'])
    expect(stderr).toMatch(/^new\.token cannot be created: EEXIST.+\nUsage: node rotateToken\.ts /)
    expect(code).toBe(2)
    expect(await readFile(path('new.token'), 'utf8')).toBe('of another time')
    expect(await listed()).toEqual(before)
    expect(await works(old.rawToken)).toBe(true)
  })

  it('needs a file to write to', async () => {
    const { rotate, mock } = await withToken()
    const { code, stderr } = await rotate([])
    expect(stderr).toMatch(/^--out is missing.+\nUsage: node rotateToken\.ts --out <new file> \[--id <token id>\]\n$/)
    expect(code).toBe(2)
    expect(mock.journal.list()).toEqual([])
  })

  it('shows why the service refuses, and makes no file', async () => {
    const { rotate, mock, path, listed } = await withToken()
    const before = await listed()
    const reader = await mock.create.token({ note: 'reader', scopes: ['environment.apiTokens.read'] })
    const unscoped = await rotate(['--out', 'new.token'], { LATCHKEY_TOKEN: reader.rawToken })
    expect(unscoped.stderr).toMatch(
      /^tokens\.create was refused with 403 .+ \(request \S+\) The old token still works\. There is no new one\.\n$/,
    )
    const unknown = await rotate(['--out', 'new.token'], { LATCHKEY_TOKEN: `lk_sandbox_${'x'.repeat(40)}` })
    expect(unknown.stderr).toMatch(/^tokens\.list was refused with 401 \w+: .+ \(request \S+\)\n$/)
    const foreign = await rotate(['--out', 'new.token', '--id', '01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03'])
    expect(foreign.stderr).toBe('The environment has no token 01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e03.\n')
    const unreachable = await rotate(['--out', 'new.token'], { LATCHKEY_URL: await closedUrl() })
    expect(unreachable.stderr).toMatch(/^tokens\.list got no whole reply from 127\.0\.0\.1:\d+: ECONNREFUSED\.\n$/)
    expect([unscoped, unknown, foreign, unreachable].map(({ code }) => code)).toEqual([1, 1, 1, 1])
    await expect(stat(path('new.token'))).rejects.toThrow('ENOENT')
    expect((await listed()).filter(({ id }) => id !== reader.id)).toEqual(before)
  })

  it('asks for an id when it runs with a token of a member', async () => {
    const { rotate, mock } = await withToken()
    const { code, stderr } = await rotate(['--out', 'new.token'], { LATCHKEY_TOKEN: mock.defaults.admin.token })
    expect(stderr).toBe('LATCHKEY_TOKEN is not a token of this environment: name one with --id.\n')
    expect(code).toBe(1)
  })
})

/**
 * Lets operations be answered with a 503, from their n-th call on.
 *
 * @returns A function that ends the failures.
 */
function failFrom(
  mock: Awaited<ReturnType<typeof startWorld>>['mock'],
  failing: { readonly [Id in 'tokens.create' | 'tokens.list' | 'tokens.delete']?: number },
) {
  const restore = (['tokens.create', 'tokens.list', 'tokens.delete'] as const).map((id) => {
    const first = failing[id]
    let calls = 0
    return (
      first &&
      mock.override(id, (_, next) =>
        ++calls >= first ? { status: 503, body: { error: 'Try again later.', code: 'unavailable' } } : next(),
      )
    )
  })
  return () => restore.forEach((end) => end && end())
}
