import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'

const { run } = createCommandLine()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-scenario-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
const ada = '{ people: [{ email: "ada@example.com", signIns: [{ ago: { days: 1 } }] }] }'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const address = taken.address()
      taken.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

interface State {
  readonly tables: Readonly<Record<string, readonly Record<string, unknown>[]>>
}

/** Starts the server. Resolves with its state. */
async function start(...args: string[]) {
  const server = run('--json', ...args)
  const { controlUrl } = JSON.parse(await server.started)
  const state = async () => (await (await fetch(`${controlUrl}/state`)).json()) as State
  const post = (path: string, body: object = {}) =>
    fetch(`${controlUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { ...server, state, post }
}
const emailsOf = ({ tables }: State) => tables.users?.map(({ email }) => email)

describe('--scenario', () => {
  it.each([
    ['ada.json', '{ "people": [{ "email": "ada@example.com" }] }'],
    ['ada.mjs', `export default ${ada}`],
    ['ada.cjs', `module.exports = ${ada}`],
    ['ada.ts', `type Name = string\nconst email: Name = 'ada@example.com'\nexport default { people: [{ email }] }`],
    ['function.mjs', `export default async () => (${ada})`],
    ['creating.mjs', 'export default async (mock) => void (await mock.create.user({ email: "ada@example.com" }))'],
  ])('begins with what %s says, and goes back to it by a reset', async (name, text) => {
    const { state, post, output } = await start('-p', '0', '--scenario', await write(name, text))
    expect(emailsOf(await state())).toEqual(['ada@example.com'])
    await post('create/user', { email: 'eve@example.com' })
    expect(emailsOf(await state())).toHaveLength(2)
    expect((await post('reset')).status).toBe(204)
    expect(emailsOf(await state())).toEqual(['ada@example.com'])
    expect(output.stderr).toBe('')
  })

  it('comes with a demo of people, wallets, a gate, a webhook and past sign-ins', async () => {
    const { state } = await start('-p', '0', '--scenario', 'demo')
    const { tables } = await state()
    const sizes = ['users', 'wallets', 'sessions', 'gates', 'allowlists', 'webhooks', 'idpAccounts']
    expect(sizes.map((name) => tables[name]?.length)).toEqual([4, 4, 4, 1, 1, 1, 3])
  })

  it.each([
    [
      'typo.json',
      '{ "poeple": [] }',
      'Failed to load the scenario: there is no field "poeple". Did you mean "people"?',
    ],
    ['broken.json', '{ "people": [', /^The scenario \S+ cannot be read: .*JSON.*\.$/],
    ['broken.mjs', 'export default {', /^The scenario \S+ cannot be read: .*\.$/],
    ['empty.mjs', '', /^The scenario \S+ cannot be read: it has no default export\.$/],
    ['throws.mjs', 'export default () => { throw new Error("No luck") }', 'No luck'],
    ['throwsText.mjs', 'export default () => { throw "No luck" }', /^The scenario \S+ has failed: No luck\.$/],
    ['exits.mjs', 'export default () => process.exit(0)', /^The scenario \S+ has ended the process with exit code 0: /],
    ['exitsAlone.mjs', 'process.exit(0)', /^The scenario \S+ has ended the process with exit code 0: /],
    [
      'half.mjs',
      `export default async (mock) => { await mock.create.user({ email: 'a@example.com' }); return { people: [{}] } }`,
      /people\[0\]: give the person/,
    ],
  ])('refuses %s with one line, and leaves no state file', async (name, text, sentence) => {
    const [file, state] = [await write(name, text), join(folder, 'state.db')]
    const { ended, output } = run('-p', String(await freePort()), '--scenario', file, '--state', state)
    expect(await ended).toBe(2)
    expect(output.stdout).toBe('')
    const [line = '', ...rest] = output.stderr.split('\n')
    expect(line.replace('latchkey-mock: ', '')).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    )
    expect([rest, existsSync(state)]).toEqual([[''], false])
  })

  it('refuses a file that is not there, a folder and another kind of file', async () => {
    for (const [file, sentence] of [
      [join(folder, 'nothing.json'), 'there is no such file'],
      [join(folder, 'nothing.ts'), 'there is no such file'],
      [`${folder}/.mjs`, 'takes a file that ends in'],
      [await write('notes.txt', ''), 'takes a file that ends in'],
    ] as const) {
      const { ended, output } = run('-p', '0', '--scenario', file)
      expect([await ended, output.stderr]).toEqual([2, expect.stringMatching(new RegExp(`^.*${sentence}.*\n$`))])
    }
  })

  it('fills a new state file, and leaves an existing one alone', async () => {
    const [scenario, state] = [
      await write('ada.json', '{ "people": [{ "email": "ada@example.com" }] }'),
      join(folder, 's.db'),
    ]
    const args = ['-p', String(await freePort()), '--state', state, '--scenario', scenario]
    const first = await start(...args)
    await first.post('create/user', { email: 'eve@example.com' })
    first.child.kill('SIGTERM')
    await first.ended
    const second = await start(...args)
    expect(emailsOf(await second.state())).toEqual(['ada@example.com', 'eve@example.com'])
    expect(second.output.stderr).toBe(
      `latchkey-mock: ${state} has a state already, so it goes on from there, without --scenario.\n`,
    )
    await second.post('reset')
    expect(emailsOf(await second.state())).toEqual(['ada@example.com'])
  })

  it('says at another port where its state was served before, unless the issuer says nothing of it', async () => {
    const [before, after] = [await freePort(), await freePort()]
    const startAt = (port: number, ...args: string[]) =>
      start('-p', String(port), '--state', join(folder, 's.db'), ...args)
    const first = await startAt(before)
    first.child.kill('SIGTERM')
    await first.ended
    const second = await startAt(after)
    expect(second.output.stderr).toBe(
      `latchkey-mock: The state was served at http://127.0.0.1:${before} before. Tokens of users name that address, so those of before are refused at http://127.0.0.1:${after}. Start it there again to keep them, or always with the same --issuer.\n`,
    )
    second.child.kill('SIGTERM')
    await second.ended
    expect((await startAt(after, '--issuer', 'https://login.example.com')).output.stderr).toBe('')
  })

  it('says that a state goes on with its own clock, without --now and --frozen', async () => {
    const state = join(folder, 's.db')
    const args = ['-p', String(await freePort()), '--state', state, '--now', '2030-01-01T00:00:00Z', '--frozen']
    const clockOf = async ({ started }: Awaited<ReturnType<typeof start>>) =>
      (await fetch(`${JSON.parse(await started).controlUrl}/clock`)).json()
    const first = await start(...args)
    expect(first.output.stderr).toBe('')
    await first.post('clock/advance', { days: 1 })
    first.child.kill('SIGTERM')
    await first.ended
    const second = await start(...args)
    expect(await clockOf(second)).toEqual({ now: '2030-01-02T00:00:00.000Z', isRunning: false })
    expect(second.output.stderr).toBe(
      `latchkey-mock: ${state} has a state already, so it goes on from there, without --now and --frozen.\n`,
    )
  })

  it('signs its people in at the address of the server', async () => {
    const file = await write(
      'session.mjs',
      `export default async (mock) => {
        const { people } = await mock.load({ people: [{ email: 'ada@example.com', signedIn: true }] })
        const { id } = mock.defaults.environments.sandbox
        const { token } = people['ada@example.com'].session
        const { writeFileSync } = await import('node:fs')
        writeFileSync(${JSON.stringify(join(folder, 'token'))}, JSON.stringify({ id, token }))
      }`,
    )
    const { started } = run('--json', '-p', '0', '--scenario', file)
    const { url } = JSON.parse(await started)
    const { id, token } = JSON.parse(await readFile(join(folder, 'token'), 'utf8'))
    const response = await fetch(`${url}/api/v0/sdk/${id}/users`, { headers: { authorization: `Bearer ${token}` } })
    expect(await response.json()).toMatchObject({ email: 'ada@example.com' })
  })
})
