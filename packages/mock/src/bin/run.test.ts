import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCommandLine, createCommandLine } from '../../test/support/commandLine.ts'
import { createMock } from '../mock/createMock.ts'

const { run, runWith } = createCommandLine()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-run-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a script of Node beside a mock. */
const runScript = (script: string, ...flags: string[]) => run('run', ...flags, '--', process.execPath, '-e', script)

const printVariables = 'console.log(JSON.stringify(process.env))'

describe('latchkey-mock run', () => {
  it('gives the command a mock of its own, and only the output of the command', async () => {
    const { ended, output } = runScript(`
      const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id, LATCHKEY_TOKEN: token } = process.env
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
      const users = url + '/api/v0/environments/' + id + '/users'
      await fetch(users, { method: 'POST', headers, body: JSON.stringify({ email: 'ada@example.com' }) })
      console.log((await (await fetch(users, { headers })).json()).users[0].email)`)
    expect(await ended).toBe(0)
    expect(output.stdout).toBe('ada@example.com\n')
    expect(output.stderr).toMatch(
      /^latchkey-mock: The mock is at http:\/\/127\.0\.0\.1:\d+ while this runs: \S+ -e [^]*\n$/,
    )
  })

  it('tells where all of the mock is, by tokens and URLs that work', async () => {
    const { ended, output } = runScript(`
      const { env } = process
      const statusOf = async (url, token) => (await fetch(url, { headers: { authorization: 'Bearer ' + token } })).status
      const chainAt = async (url, method) => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method })
        return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
      }
      console.log(JSON.stringify([
        await statusOf(env.LATCHKEY_URL + '/api/v0/environments/' + env.LATCHKEY_LIVE_ENVIRONMENT_ID, env.LATCHKEY_LIVE_TOKEN),
        await statusOf(env.LATCHKEY_URL + '/api/v0/organizations/' + env.LATCHKEY_ORGANIZATION_ID, env.LATCHKEY_ADMIN_TOKEN),
        await statusOf(env.LATCHKEY_URL + '/api/v0/projects/' + env.LATCHKEY_PROJECT_ID, env.LATCHKEY_ADMIN_TOKEN),
        await statusOf(env.LATCHKEY_CONTROL_URL + '/defaults'),
        (await (await fetch(env.LATCHKEY_JWKS_URL)).json()).keys.length,
        await chainAt(env.LATCHKEY_EVM_RPC_URL, 'eth_chainId'),
        await chainAt(env.LATCHKEY_SOLANA_RPC_URL, 'getHealth'),
      ]))`)
    await ended
    expect(JSON.parse(output.stdout)).toEqual([200, 200, 200, 200, 1, '0x1', 'ok'])
  })

  it("names facts as the user's own variables, alone and inside a value", async () => {
    const { ended, output } = runScript(
      printVariables,
      '--env',
      'API={url}/api/v0?id={environmentId}',
      '--env',
      'ME=token',
    )
    await ended
    const { API, ME, LATCHKEY_URL, LATCHKEY_ENVIRONMENT_ID, LATCHKEY_TOKEN } = JSON.parse(output.stdout)
    expect(API).toBe(`${LATCHKEY_URL}/api/v0?id=${LATCHKEY_ENVIRONMENT_ID}`)
    expect(ME).toBe(LATCHKEY_TOKEN)
  })

  it("gives the command the secret of the scenario's webhook, and refuses a variable for one where there is none", async () => {
    const file = join(folder, 'hooks.json')
    const webhooks = [{ url: 'https://app.example.com/hooks', secret: 'whsec_of_the_app' }]
    await writeFile(file, JSON.stringify({ webhooks }))
    const { ended, output } = runScript(printVariables, '--scenario', file, '--env', 'HOOK_SECRET=webhookSecret')
    await ended
    expect(JSON.parse(output.stdout)).toMatchObject({
      HOOK_SECRET: 'whsec_of_the_app',
      LATCHKEY_WEBHOOK_SECRET: 'whsec_of_the_app',
    })
    const without = await callCommandLine('run', '--env', 'HOOK_SECRET=webhookSecret', '--', 'true')
    expect(without).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('asks for webhookSecret, and the mock has no webhook'),
    })
  })

  it.each([
    ['LATCHKEY', /takes a variable and a fact, such as API_URL=url, not "LATCHKEY"/],
    ['API=urls', /asks for "urls"\. The facts are url, .*\. Did you mean "url"\?/],
    ['API={}/v0', /asks for ""/],
  ])('refuses --env %s, and does not run the command', async (mapping, stderr) => {
    const file = join(tmpdir(), `latchkey-ran-${process.pid}`)
    const outcome = await callCommandLine('run', '--env', mapping, '--', 'touch', file)
    expect(outcome).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
    expect(existsSync(file)).toBe(false)
  })

  it("takes the server's flags and variables", async () => {
    const { ended, output } = runWith(
      { LATCHKEY_CODE: '424242' },
      'run',
      '--scenario',
      'demo',
      '--verbose',
      '--',
      process.execPath,
      '-e',
      `const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id, LATCHKEY_TOKEN: token } = process.env
      const users = await fetch(url + '/api/v0/environments/' + id + '/users', { headers: { authorization: 'Bearer ' + token } })
      console.log((await users.json()).count)
      const sdk = url + '/api/v0/sdk/' + id
      const headers = { 'content-type': 'application/json' }
      await fetch(sdk + '/emailVerifications/create', { method: 'POST', headers, body: JSON.stringify({ email: 'ada@example.com' }) })`,
    )
    expect(await ended).toBe(0)
    expect(Number(output.stdout)).toBeGreaterThan(1)
    expect(output.stderr).toContain('/users  200')
    expect(output.stderr).toContain('424242')
  })

  it("keeps the command's requests to the mock away from a proxy", async () => {
    const proxied = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'db.internal', no_proxy: '' }
    const { ended, output } = runWith(proxied, 'run', '--', process.execPath, '-e', printVariables)
    await ended
    const hosts = 'db.internal,localhost,127.0.0.1,::1'
    expect(JSON.parse(output.stdout)).toMatchObject({ ...proxied, NO_PROXY: hosts, no_proxy: hosts })
  })

  it("leaves the command the user's own PATH, so that it finds the programs that a shell finds", async () => {
    const PATH = [folder, process.env.PATH].join(delimiter)
    await symlink(process.execPath, join(folder, 'python3'))
    const { ended, output } = runWith({ PATH }, 'run', '--', 'python3', '-p', 'process.env.PATH')
    expect(await ended).toBe(0)
    expect(output.stdout).toBe(`${PATH}\n`)
  })

  it('does not end well without its command: a scenario that ends the process fails the run', async () => {
    const scenario = join(folder, 'exits.mjs')
    await writeFile(scenario, 'export default () => process.exit(0)')
    const { ended, output } = runScript('console.log("the tests")', '--scenario', scenario)
    expect([await ended, output.stdout]).toEqual([2, ''])
    expect(output.stderr).toBe(
      `latchkey-mock: The scenario ${scenario} has ended the process with exit code 0: a scenario must not call process.exit().\n`,
    )
  })

  it('ends with the exit code of the command, as a shell gives it', async () => {
    expect(await runScript('process.exit(7)').ended).toBe(7)
    expect(await runScript('process.kill(process.pid, "SIGTERM")').ended).toBe(143)
  })

  it('passes its input and signals on', async () => {
    const { child, started, ended, output } = runScript(`
      process.stdin.once('data', (text) => console.log('heard ' + text))
      process.once('SIGTERM', () => { console.log('ending'); process.exit(5) })
      setInterval(() => undefined, 1000)`)
    child.stdin?.write('hello\n')
    expect(await started).toBe('heard hello\n\n')
    child.kill('SIGTERM')
    expect(await ended).toBe(5)
    expect(output.stdout).toContain('ending')
  })

  it('keeps the state of a failure for --import, and none of a success', async () => {
    const script = (exitCode: number) => `
      const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id, LATCHKEY_TOKEN: token } = process.env
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
      const body = JSON.stringify({ email: 'grace@example.com' })
      await fetch(url + '/api/v0/environments/' + id + '/users', { method: 'POST', headers, body })
      process.exit(${exitCode})`
    const files = [join(folder, 'success.json'), join(folder, 'failure.json')] as const
    expect(await runScript(script(0), '--export-on-failure', files[0]).ended).toBe(0)
    await expect(readFile(files[0])).rejects.toThrow('ENOENT')
    const failure = runScript(script(3), '--export-on-failure', files[1])
    expect(await failure.ended).toBe(3)
    expect(failure.output.stderr).toContain(`latchkey-mock --import ${files[1]}`)
    const mock = createMock()
    mock.import(JSON.parse(await readFile(files[1], 'utf8')))
    expect(JSON.stringify(mock.export().tables)).toContain('grace@example.com')
  })

  it('keeps the exit code of the command where the state cannot be written', async () => {
    const gone = join(folder, 'gone')
    await mkdir(gone)
    const script = `require('node:fs').rmdirSync(${JSON.stringify(gone)}); process.exit(3)`
    const { ended, output } = runScript(script, '--export-on-failure', join(gone, 'state.json'))
    expect(await ended).toBe(3)
    expect(output.stderr).toContain('The state cannot be written')
  })

  it.each([
    [['run'], /Write -- and the command after the flags/],
    [['run', 'npm', 'test'], /Write -- and the command after the flags/],
    [['run', '--'], /Write -- and the command after the flags/],
    [['run', '--prot', '1', '--', 'node'], /There is no flag --prot\. Did you mean --port\?/],
    [['run', '--json', '--', 'node'], /--json is only for a server/],
    [['run', '--import', '/none.json', '--', 'node'], /\/none\.json cannot be read: there is no such file/],
    [['run', '--export-on-failure', '/none/s.json', '--', 'node'], /--export-on-failure cannot be written to \/none/],
    [['run', '--export-on-exit', '/none/s.json', '--', 'node'], /--export-on-exit cannot be written to \/none/],
  ])('refuses %j', async (args, stderr) => {
    expect(await callCommandLine(...args)).toEqual({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })

  it.each([
    ['no-such-command', 127, /"no-such-command" cannot be run: there is no such command/],
    [tmpdir(), 126, /cannot be run: it may not be executed/],
  ])('ends where it cannot run %s', async (command, exitCode, sentence) => {
    const { ended, output } = run('run', '--', command)
    expect(await ended).toBe(exitCode)
    expect(output).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) })
  })

  it('prints its flags, facts and variables', async () => {
    const { exitCode, stdout } = await callCommandLine('run', '--help')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/environmentId +LATCHKEY_ENVIRONMENT_ID/)
    expect(stdout).toContain('--scenario <file>')
  })
})
