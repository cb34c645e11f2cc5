import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { createAuthority } from '../effects/certificates.ts'
import { localHttps } from './localHttps.ts'

const { runWith } = createCommandLine()
let data: string
let folder: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'latchkey-https-'))
  folder = join(data, 'latchkey', 'authority')
})
afterEach(() => rm(data, { recursive: true }))

const run = (...args: string[]) => runWith({ XDG_DATA_HOME: data, NODE_EXTRA_CA_CERTS: '' }, ...args)

const script = `
  const { LATCHKEY_URL: url, LATCHKEY_ENVIRONMENT_ID: id } = process.env
  const sdk = url + '/api/v0/sdk/' + id
  const { hostname } = new URL(url)
  const settings = (await fetch(sdk + '/settings')).status
  const socket = new WebSocket(url.replace('https', 'wss') + '/__mock/chains/evm/1')
  socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
  const answer = await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data).result)
    socket.onerror = () => reject(new Error('The socket has failed.'))
  })
  socket.close()
  console.log(JSON.stringify({ hostname, settings, answer, protocol: new URL(url).protocol }))`

const node = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]

describe('--https', () => {
  it("lets the fetch and the WebSocket of run's command trust it", async () => {
    const { ended, output } = run('run', '--https', '--host', 'localhost', ...node(script))
    expect(await ended).toBe(0)
    expect(JSON.parse(output.stdout)).toEqual({
      hostname: 'localhost',
      settings: 200,
      answer: '0x1',
      protocol: 'https:',
    })
  })

  it('leaves a command of Node the authorities that it trusts already, and no file behind', async () => {
    const other = await createAuthority('other')
    const otherFile = join(data, 'other.pem')
    await writeFile(otherFile, other.certificate)
    const code = `
      const file = process.env.NODE_EXTRA_CA_CERTS
      const { status } = await fetch(process.env.LATCHKEY_URL)
      console.log(JSON.stringify({ status, file, text: (await import('node:fs')).readFileSync(file, 'utf8') }))`
    const env = { XDG_DATA_HOME: data, NODE_EXTRA_CA_CERTS: otherFile }
    const { ended, output } = runWith(env, 'run', '--https', ...node(code))
    expect(await ended).toBe(0)
    const { status, file, text } = JSON.parse(output.stdout)
    expect(status).toBe(200)
    expect(text).toContain(other.certificate.trim())
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('goes on without a file of authorities that is missing', async () => {
    const env = { XDG_DATA_HOME: data, NODE_EXTRA_CA_CERTS: join(data, 'none.pem') }
    const { ended } = runWith(env, 'run', '--https', ...node('await fetch(process.env.LATCHKEY_URL)'))
    expect(await ended).toBe(0)
  })

  it('makes the authority once, keeps its key from others, and says then how to trust it', async () => {
    const first = run('run', '--https', ...node('1'))
    await first.ended
    expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(data, 'latchkey'))).toEqual(['authority'])
    const certificate = await readFile(join(folder, 'certificate.pem'), 'utf8')
    expect(first.output.stderr).toContain(`NODE_EXTRA_CA_CERTS="${join(folder, 'certificate.pem')}"`)
    const second = run('run', '--https', ...node('1'))
    await second.ended
    expect(await readFile(join(folder, 'certificate.pem'), 'utf8')).toBe(certificate)
    expect(second.output.stderr).not.toContain('NODE_EXTRA_CA_CERTS')
  })

  it('shows the authority and a call that trusts it', async () => {
    const { child, started, ended } = run('--https', '--port', '0')
    const text = await started
    expect(text).toMatch(/authority +\/.*certificate\.pem/)
    expect(text).toContain(`curl --cacert '${join(folder, 'certificate.pem')}'`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

describe('localHttps', () => {
  beforeEach(() => {
    vi.stubEnv('XDG_DATA_HOME', data)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  const issue = async (address: Parameters<typeof localHttps>[0] = {}) =>
    new X509Certificate((await localHttps(address)()).cert)
  const keptAuthority = async () => new X509Certificate(await readFile(join(folder, 'certificate.pem')))

  async function keep({ certificate, key }: { certificate: string; key?: string }): Promise<void> {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'certificate.pem'), certificate)
    if (key !== undefined) await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 })
  }

  it('puts the names of --host, --allow-host and --base-url into the certificate, and loopback names', async () => {
    const names = async (address: Parameters<typeof localHttps>[0]) =>
      (await issue(address)).subjectAltName?.replaceAll(/DNS:|IP Address:/g, '').split(', ')
    const loopback = ['localhost', '127.0.0.1', '0:0:0:0:0:0:0:1']
    expect(await names({ host: '0.0.0.0' })).toEqual(loopback)
    expect(
      await names({
        host: '192.168.1.7',
        allowHosts: ['mock.example.test', '[fd00::1]', 'localhost'],
        baseUrl: 'https://login.example.test:8443',
      }),
    ).toEqual([...loopback, '192.168.1.7', 'mock.example.test', 'FD00:0:0:0:0:0:0:1', 'login.example.test'])
  })

  it('replaces an authority that ends soon, and uses one that does not', async () => {
    const present = await createAuthority('earlier')
    await keep(present)
    expect((await issue()).verify(new X509Certificate(present.certificate).publicKey)).toBe(true)
    const old = await createAuthority('long ago', new Date('2010-01-01'))
    await keep(old)
    const issued = await issue()
    expect(issued.verify(new X509Certificate(old.certificate).publicKey)).toBe(false)
    expect(issued.verify((await keptAuthority()).publicKey)).toBe(true)
    expect((await stat(join(folder, 'key.pem'))).mode & 0o777).toBe(0o600)
  })

  it.each([0o644, 0o640, 0o620, 0o604])('refuses a key that others can read or write: mode %o', async (mode) => {
    await keep(await createAuthority('earlier'))
    await chmod(join(folder, 'key.pem'), mode)
    await expect(issue()).rejects.toThrow(/^Others of this machine can read or write .*key\.pem.*chmod 600/)
    await chmod(join(folder, 'key.pem'), 0o400)
    expect((await issue()).subject).toBeDefined()
  })

  it('has one authority when several servers make it at once', async () => {
    const certificates = await Promise.all([issue(), issue(), issue()])
    const { publicKey } = await keptAuthority()
    expect(certificates.map((each) => each.verify(publicKey))).toEqual([true, true, true])
    expect(await readdir(join(data, 'latchkey'))).toEqual(['authority'])
  })

  it('issues certificates that it replaces ten days before they end', async () => {
    const { cert, renewAt } = await localHttps({})()
    const daysLeft = (new X509Certificate(cert).validToDate.getTime() - (renewAt?.getTime() ?? 0)) / 86_400_000
    expect(daysLeft).toBeCloseTo(10, 3)
  })

  it('refuses an authority that is damaged, and a folder that cannot be written', async () => {
    await keep({ certificate: 'none' })
    await expect(issue()).rejects.toThrow(/^The authority in \S+ is damaged\. Remove the folder to get another one\.$/)
    await keep({ certificate: 'none', key: 'none' })
    await expect(issue()).rejects.toThrow('is damaged')
    await rm(join(data, 'latchkey'), { recursive: true })
    await writeFile(join(data, 'latchkey'), '')
    await expect(issue()).rejects.toThrow(/^The authority \S+ cannot be read: ENOTDIR/)
  })
})
