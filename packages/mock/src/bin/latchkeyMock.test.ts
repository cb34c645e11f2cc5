import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { callCommandLine, createCommandLine } from '../../test/support/commandLine.ts'
import { createMock } from '../mock/createMock.ts'
import { readFlags } from './readFlags.ts'

const { run, runWith } = createCommandLine()

describe('latchkey-mock', () => {
  it('prints only one line of JSON, with all that a test needs', async () => {
    const { child, started, ended, output } = run('--port', '0', '--json')
    const { url, organizationId, projectId, admin, environments, controlUrl } = JSON.parse(await started)
    const headers = { authorization: `Bearer ${environments.sandbox.token}` }
    const users = await fetch(`${url}/api/v0/environments/${environments.sandbox.id}/users`, { headers })
    expect(await users.json()).toMatchObject({ users: [] })
    const organization = await fetch(`${url}/api/v0/organizations/${organizationId}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(organization.status).toBe(200)
    expect(projectId).toMatch(/^[\da-f-]{36}$/)
    expect((await fetch(`${controlUrl}/defaults`)).status).toBe(200)
    expect(environments.live.id).not.toBe(environments.sandbox.id)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(output.stderr).toBe('')
  })

  it('prints its address and a call to try, and ends cleanly on SIGINT', async () => {
    const { child, started, ended } = run('--port', '0')
    const banner = await started
    expect(banner).toMatch(/listening at +http:\/\/127\.0\.0\.1:\d+/)
    expect(banner).toContain('curl -H')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })

  it('prints where the nodes of the chains are, which answer there', async () => {
    const chainIdAt = async (url: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
      const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await reply.json()) as { result: string }).result
    }
    const [evm = '', solana = ''] = (await run('-p', '0').started).match(/http\S+\/__mock\/chains\S+/g) ?? []
    expect(await chainIdAt(evm)).toBe('0x1')
    expect(await chainIdAt(evm.replace(/1$/, '8453'))).toBe('0x2105')
    expect(solana).toMatch(/\/__mock\/chains\/solana\/mainnet$/)
    const { rpcUrls, url } = JSON.parse(await run('-p', '0', '--json').started)
    expect(rpcUrls).toEqual({ evm: `${url}/__mock/chains/evm/1`, solana: `${url}/__mock/chains/solana/mainnet` })
    expect(await chainIdAt(rpcUrls.evm)).toBe('0x1')
  })

  it('answers as the service at --base-url', async () => {
    const port = await new Promise<number>((resolve) => {
      const taken = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = taken.address() as { port: number }
        taken.close(() => resolve(free))
      })
    })
    const { started } = run('--port', String(port), '--json', '--base-url', 'https://mock.example.com')
    const { url, controlUrl } = JSON.parse(await started)
    expect([url, controlUrl]).toEqual(['https://mock.example.com', 'https://mock.example.com/__mock/v1'])
    const status = await new Promise((resolve) =>
      request({ port, path: '/api/v0/nothing', headers: { host: 'mock.example.com' } }, (reply) =>
        resolve(reply.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(404)
  })

  it('prints a line for each request, unless it is quiet', async () => {
    for (const flags of [[], ['--quiet']]) {
      const { child, started, ended, output } = run('-p', '0', ...flags)
      const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
      expect((await fetch(`${url}/api/v0/nothing`)).status).toBe(404)
      child.kill('SIGTERM')
      await ended
      expect(output.stdout.includes('GET     /api/v0/nothing  404')).toBe(flags.length === 0)
    }
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'begins with an imported state, and exports its own at %s',
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'))
      try {
        const mock = createMock()
        await mock.create.user({ email: 'ada@example.com' })
        const [from, to] = [join(folder, 'from.json'), join(folder, 'to.json')]
        await writeFile(from, JSON.stringify(mock.export()))
        const { child, started, ended } = run('--port', '0', '--json', '--import', from, '--export-on-exit', to)
        await started
        child.kill(signal)
        expect(await ended).toBe(0)
        expect(JSON.parse(await readFile(to, 'utf8')).tables).toEqual(mock.export().tables)
        await writeFile(from, '{"version":1,')
        const broken = run('--port', '0', '--import', from)
        expect([await broken.ended, broken.output.stderr]).toEqual([
          2,
          expect.stringMatching(/^latchkey-mock: The state \S+ cannot be read: .*\n$/),
        ])
        await writeFile(from, '{"version":1}')
        const empty = run('--port', '0', '--import', from)
        expect([await empty.ended, empty.output.stderr]).toEqual([
          2,
          'latchkey-mock: Failed to call "import()": the data is not a result of `export()`.\n',
        ])
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  it('prints its version and its flags', async () => {
    const [versioned, helped] = [run('--version'), run('-h')]
    expect(await versioned.started).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await helped.started).toContain('-p, --port <number>')
    expect([await versioned.ended, await helped.ended]).toEqual([0, 0])
  })

  it('prints its help under headings, without colours where there is no terminal', async () => {
    const { started } = run('--help')
    const lines = (await started).split('\n')
    expect(lines.join('').includes('\u001b')).toBe(false)
    expect(lines.filter((line) => /^[A-Z].*:$/.test(line))).toEqual([
      'Address:',
      'Data:',
      'Time and randomness:',
      'Behaviour:',
      'Output:',
      'Environment:',
      'Try:',
    ])
  })

  it('takes flags from the environment, unless the command line has them', async () => {
    const env = {
      LATCHKEY_PORT: '0',
      LATCHKEY_JSON: 'true',
      LATCHKEY_FROZEN: '0',
      LATCHKEY_PROVIDERS: 'none',
      LATCHKEY_NOW: '2026-01-15T09:30:00.000Z',
      LATCHKEY_ALLOW_HOST: 'one.test,two.test',
    }
    const { url, controlUrl } = JSON.parse(await runWith(env, '--now', '2030-01-01T00:00:00.000Z').started)
    expect((await (await fetch(`${controlUrl}/clock`)).json()).now).toMatch(/^2030-01-01T00:/)
    const status = await new Promise((resolve) =>
      request(`${url}/api/v0/nothing`, { headers: { host: 'two.test' } }, (reply) =>
        resolve(reply.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(404)
    const broken = runWith({ LATCHKEY_FROZEN: 'perhaps' })
    expect([await broken.ended, broken.output.stderr]).toEqual([
      2,
      'latchkey-mock: LATCHKEY_FROZEN takes true or false, not "perhaps". See latchkey-mock --help.\n',
    ])
  })

  it('says that only this machine controls it, unless there is a token or it is on loopback', async () => {
    const sentence = /^latchkey-mock: The control interface and the inspector are open only to this machine\..*\n$/
    const open = run('--port', '0', '--host', '0.0.0.0', '--json')
    await open.started
    expect(open.output.stderr).toMatch(sentence)
    const guarded = runWith({ LATCHKEY_CONTROL_TOKEN: 'a-token-of-many-letters' }, '-p', '0', '--host', '0.0.0.0')
    await guarded.started
    expect(guarded.output.stderr).toBe('')
  })

  it('prints bodies without secrets, similar operations and deliveries with --verbose', async () => {
    const { child, started, ended, output } = run('-p', '0', '--verbose', '--scenario', 'demo')
    const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
    await fetch(`${url}/api/v0/environmentz`)
    const id = '00000000-0000-7000-8000-000000000004'
    const body = JSON.stringify({ verificationUUID: id, verificationToken: '918273' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/api/v0/sdk/${id}/emailVerifications/signin`, { method: 'POST', headers, body })
    await expect.poll(() => output.stdout).toContain('http://127.0.0.1:4020/webhooks')
    child.kill('SIGTERM')
    await ended
    expect(output.stdout).toMatch(/^ {4}similar {2}\w+\.\w+$/m)
    expect(output.stdout).toMatch(/^ {4}body {5}\{"verificationUUID":"[\d-]+","verificationToken":"\[redacted\]"\}$/m)
    expect(output.stdout).toMatch(/^ {4}reply {4}\{"error":/m)
    expect(output.stdout).not.toContain('918273')
  })

  it('prints the code of a mail with --verbose, to whoever waits for it, and no mail without', async () => {
    const environmentId = '00000000-0000-7000-8000-000000000004'
    const send = async (...args: string[]) => {
      const { child, started, ended, output } = run('-p', '0', '--scenario', 'demo', ...args)
      const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
      const sent = await fetch(`${url}/api/v0/sdk/${environmentId}/emailVerifications/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com' }),
      })
      const mails = await fetch(`${url}/__mock/v1/outbox/email?to=ada@example.com`)
      const { code } = ((await mails.json()) as { messages: { code?: string }[] }).messages.at(-1) ?? {}
      child.kill('SIGTERM')
      await ended
      return { status: sent.status, code, stdout: output.stdout }
    }
    const verbose = await send('--verbose')
    expect([verbose.status, verbose.code]).toEqual([201, expect.stringMatching(/^\d{6}$/)])
    expect(verbose.stdout).toContain(`  message  E-mail to ada@example.com: code ${verbose.code}`)
    expect((await send()).stdout).not.toContain('message')
  })

  it('prints each event with the request that it came from, or says that there was none', async () => {
    const { child, started, ended, output } = run('-p', '0', '--verbose')
    const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
    await expect.poll(() => output.stdout).toMatch(/^ {2} {2}token.*\n.*live/m)
    const [, token = ''] = /sandbox.*\n +token +(\S+)/.exec(output.stdout) ?? []
    const post = (path: string, email: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    await post('/__mock/v1/create/user', 'ada@example.com')
    await post('/api/v0/environments/00000000-0000-7000-8000-000000000004/users', 'grace@example.com')
    await expect.poll(() => output.stdout).toMatch(/ {4}event .*req_/)
    child.kill('SIGTERM')
    await ended
    const lines = stripVTControlCharacters(output.stdout).split('\n')
    const events = lines.filter((line) => /^ +event/.test(line))
    expect(events).toEqual([
      expect.stringMatching(/^ {2}event {3}user\.created {2}[\da-f-]{36} {2}by no request$/),
      expect.stringMatching(/^ {4}event {4}user\.created {2}[\da-f-]{36} {2}by req_00000001$/),
    ])
    const request = lines.findIndex((line) => line.includes('users.create'))
    expect(request).toBeGreaterThan(lines.indexOf(events[0] ?? ''))
    expect(lines.indexOf(events[1] ?? '')).toBeGreaterThan(request)
  })

  it('opens the inspector with the browser of the system, or says where it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-open-'))
    try {
      const opened = join(folder, 'opened')
      for (const name of ['xdg-open', 'open'])
        await writeFile(join(folder, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 })
      const { url } = JSON.parse(await runWith({ PATH: folder }, '-p', '0', '--json', '--open').started)
      await expect.poll(() => readFile(opened, 'utf8')).toBe(`${url}/`)
      const alone = runWith({ PATH: join(folder, 'nothing') }, '-p', '0', '--json', '--open')
      const { url: second } = JSON.parse(await alone.started)
      await vi.waitFor(() =>
        expect(alone.output.stderr).toBe(
          `latchkey-mock: The browser could not be opened. The inspector is at ${second}/\n`,
        ),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('gives the same tokens for the same seed and instant', async () => {
    const args = ['--port', '0', '--json', '--seed', 'x', '--now', '2026-01-15T09:30:00.000Z', '--frozen']
    const [first, second] = await Promise.all([run(...args).started, run(...args).started])
    expect(JSON.parse(first).environments).toEqual(JSON.parse(second).environments)
    const { controlUrl } = JSON.parse(first)
    expect(await (await fetch(`${controlUrl}/clock`)).json()).toMatchObject({ now: '2026-01-15T09:30:00.000Z' })
  })

  it('accepts requests for the names of --allow-host, and for no others', async () => {
    const { started } = run('--port', '0', '--json', '--allow-host', 'mock.test', '--allow-host', '192.0.2.7')
    const { url, environments } = JSON.parse(await started)
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${url}/api/v0/sdk/${environments.sandbox.id}/healthcheck`, { headers: { host } }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end()
      })
    expect(await Promise.all(['mock.test', '192.0.2.7:4010', 'other.test'].map(statusFor))).toEqual([200, 200, 403])
  })

  it('enables the sign-in providers of --providers', async () => {
    const providersOf = async (...args: string[]) => {
      const { url, environments } = JSON.parse(await run('--port', '0', '--json', ...args).started)
      const settings = await fetch(`${url}/api/v0/sdk/${environments.sandbox.id}/settings`)
      return (await settings.json()).providers.map(({ provider }: { provider: string }) => provider)
    }
    expect(await providersOf()).toEqual(['emailOnly'])
    expect(await providersOf('--providers', 'google,emailOnly')).toEqual(['google', 'emailOnly'])
    expect(await providersOf('--providers', 'none')).toEqual([])
  })

  it('ends with 1 and one line when the port is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const { ended, output } = run('--port', String(port))
    expect(await ended).toBe(1)
    expect(output).toEqual({
      stdout: '',
      stderr: `latchkey-mock: Cannot listen at 127.0.0.1:${port}: the port is taken.\n`,
    })
    taken.close()
  })

  it.each([
    ['refuse', 400],
    ['ignore', 201],
  ])('--unknown-fields %s answers a field that the interface lacks with %i', async (mode, status) => {
    const { started } = run('--port', '0', '--json', '--unknown-fields', mode)
    const { url, environments } = JSON.parse(await started)
    const response = await fetch(`${url}/api/v0/environments/${environments.sandbox.id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${environments.sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', favouriteColour: 'red' }),
    })
    expect(response.status).toBe(status)
  })

  it.each([
    [['--nope'], 'There is no flag --nope.'],
    [['--prot', '80'], 'There is no flag --prot. Did you mean --port?'],
    [['-x'], 'There is no flag -x.'],
    [['--port'], '--port needs a value: --port <number>.'],
    [['--host', '--json'], '--host needs a value: --host <name>.'],
    [['--quiet=yes'], '--quiet takes no value.'],
    [['--strict', '--no-strict'], '--strict and --no-strict exclude each other.'],
    [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000".'],
    [
      ['--now', 'tomorrow'],
      '--now takes an ISO 8601 instant between 1970 and 9900, such as 2026-01-15T09:30:00Z, not "tomorrow".',
    ],
    [
      ['--allow-host', 'mock.test', '--allow-host', 'http://mock.test:4010'],
      '--allow-host takes a name or an address without a port, not "http://mock.test:4010".',
    ],
    [['--journal-limit=-1'], '--journal-limit takes a whole number from 0 to 999999999, not "-1".'],
    [['--max-worlds', 'few'], '--max-worlds takes a whole number from 0 to 999999999, not "few".'],
    [['--outbox-limit', 'many'], '--outbox-limit takes a whole number from 0 to 999999999, not "many".'],
    [['--socket-limits', 'socket=5'], '--socket-limits has no limit "socket". Did you mean "sockets"?'],
    [['--socket-limits', 'sockets'], '--socket-limits takes names and numbers, such as sockets=100, not "sockets".'],
    [['--socket-limits', 'sockets=many'], '--socket-limits takes a whole number of 1 or more as `sockets`, not many.'],
    [['--unknown-fields', 'drop'], '--unknown-fields takes refuse or ignore, not "drop".'],
    [['--providers', 'evmWallet'], '--providers does not know "evmWallet". Signing in with a wallet needs none.'],
    [
      ['--providers', 'ldap-of-the-firm'],
      '--providers does not know "ldap-of-the-firm". Such as google, emailOnly, sms or passkey.',
    ],
    [['--base-url', 'foo'], '--base-url must be an http or https URL, such as https://mock.example.com.'],
    [
      ['--base-url', 'https://mock.example.com/api/v0'],
      '--base-url must end before /api/v0, which requests add. Did you mean "https://mock.example.com"?',
    ],
    [['--providers', 'gogle'], '--providers does not know "gogle". Did you mean "google"?'],
    [['--state', 'state.db', '--port', '0'], '--state needs a fixed --port, since the tokens of the state contain it.'],
    [['--state-sync', 'always'], '--state-sync takes normal or full, not "always".'],
    [
      ['--control-token', 'short'],
      '--control-token takes 16 to 256 letters, digits and "-._~+/", so that nobody guesses it.',
    ],
    [['--code', 'abc'], '--code takes six digits, such as 424242, not "abc".'],
    [
      ['--chain', 'mainnet'],
      '--chain takes a chain id or a cluster of Solana, and the URL of its node: 1=http://127.0.0.1:8545.',
    ],
    [['--idp', 'google'], '--idp takes a provider and its issuer: google=http://127.0.0.1:8080/realms/staff.'],
    [
      ['--idp', 'gogle=https://a:secret@b.example'],
      '--idp takes a provider that signs people in by OAuth, not "gogle". Did you mean "google"?',
    ],
    [['--jwks', ''], '--jwks takes the URL of a JWK set: https://login.example.com/jwks.json.'],
    [['--signing', 'ES265'], '--signing takes RS256, ES256, EdDSA, not "ES265". Did you mean "ES256"?'],
    [['users'], 'There is no command "users".'],
    [['runn', '--', 'npm', 'test'], 'There is no command "runn". Did you mean "run"?'],
    ...['serve', 'start', 'server'].map((word): [string[], string] => [
      [word, '--port', '4010'],
      `There is no command "${word}". Without one, latchkey-mock serves: latchkey-mock --port 4010.`,
    ]),
    [['--port', '4010', 'serve.now'], 'Unexpected argument "serve.now": all settings are flags.'],
  ])('refuses %j with 2 and one line', async (args, sentence) => {
    const stderr = `latchkey-mock: ${sentence} See latchkey-mock --help.\n`
    expect(await callCommandLine(...args)).toEqual({ exitCode: 2, stdout: '', stderr })
  })

  it.each([
    [['--host', ''], '--host takes a host name or an address.'],
    [['--base-url', 'http://x.example/path'], '--base-url takes an origin, without a path.'],
    [['--state', ''], '--state takes the path of a file.'],
    [['--otlp', ''], '--otlp takes the URL of a collector.'],
  ])('refuses %j by the name of the flag, and not of the function that the command calls', async (args, sentence) => {
    const stderr = `latchkey-mock: ${sentence}\n`
    expect(await callCommandLine('--port', '4010', ...args)).toEqual({ exitCode: 2, stdout: '', stderr })
  })

  it.each([
    ['LATCHKEY_PROT', 'LATCHKEY_PORT'],
    ['LATCHKEY_CONTROL_TOKENS', 'LATCHKEY_CONTROL_TOKEN'],
  ])('refuses the variable %s, which is a typo', (name, meant) => {
    expect(() => readFlags([], { [name]: '1' })).toThrow(`There is no variable ${name}. Did you mean ${meant}?`)
  })

  it('leaves alone the variables of a run, and those of other programs', () => {
    const variables = {
      LATCHKEY_URL: 'x',
      LATCHKEY_TOKEN: 'x',
      LATCHKEY_TESTS: 'full',
      LATCHKEY_OF_OURS: 'x',
      PROT: 'x',
    }
    expect(readFlags([], variables)).toEqual({})
  })

  it('prints its help for "help" as for --help', async () => {
    const [word, flag] = [await callCommandLine('help'), await callCommandLine('--help')]
    expect(word).toEqual(flag)
    expect(word.stdout).toContain('latchkey-mock [flags]')
  })

  it('ends where it has refused its flags', async () => {
    const { ended, output } = run('--nope')
    expect(await ended).toBe(2)
    expect(output).toEqual({
      stdout: '',
      stderr: 'latchkey-mock: There is no flag --nope. See latchkey-mock --help.\n',
    })
  })
})
