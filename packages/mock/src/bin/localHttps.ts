import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type Authority,
  createAuthority,
  isLasting,
  issueCertificate,
  type ServerCertificate,
} from '../effects/certificates.ts'
import type { ServerOptions } from '../hosts/serverOptions.ts'
import { authorityFile, authorityFolder } from './authorityFolder.ts'
import { fileProblem } from './readDataFile.ts'
import { tell } from './tell.ts'

type Address = Pick<ServerOptions, 'host' | 'allowHosts' | 'baseUrl'>

/**
 * Certificates for a server of this machine, by the local authority. The first one creates the authority, and says how
 * to trust it.
 */
export function localHttps(address: Address): () => Promise<ServerCertificate> {
  return async () => issueCertificate(await openAuthority(), namesOf(address))
}

const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** The names by which callers reach the server: loopback ones always, and those that its flags have. */
function namesOf({ host = '', allowHosts = [], baseUrl }: Address): string[] {
  const flagged = [host, ...allowHosts, ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname])]
  const names = flagged.filter((name) => name !== '' && !anyAddress.has(name)).map(withoutBrackets)
  return [...new Set(['localhost', '127.0.0.1', '::1', ...names])]
}

const withoutBrackets = (name: string) => name.replace(/^\[(.*)\]$/, '$1')

/** @throws TypeError with one sentence if the authority can be neither read nor created */
async function openAuthority(): Promise<Authority> {
  const existing = await readAuthority()
  if (existing && (await canBeUsed(existing))) return existing
  const owner = `${userNameOf()}@${hostname()}`
  await keep(await createAuthority(owner), existing !== undefined)
  return (await readAuthority()) ?? refuseDamage()
}

async function canBeUsed(authority: Authority): Promise<boolean> {
  try {
    return await isLasting(authority)
  } catch {
    return refuseDamage()
  }
}

function refuseDamage(): never {
  throw new TypeError(`The authority in ${authorityFolder()} is damaged. Remove the folder to get another one.`)
}

async function readAuthority(): Promise<Authority | undefined> {
  const read = (name: string) => readFile(join(authorityFolder(), name), 'utf8')
  try {
    const [certificate, key, { mode }] = await Promise.all([read('certificate.pem'), read('key.pem'), stat(keyFile())])
    assertPrivate(mode)
    return { certificate, key }
  } catch (error) {
    if (error instanceof OpenKey) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fileProblem('authority', authorityFolder(), error)
  }
}

const keyFile = () => join(authorityFolder(), 'key.pem')

/** The key of the authority can be read by others, who could pretend to be any site. */
class OpenKey extends TypeError {}

/** @throws OpenKey. Windows has no such modes: there the folder is in the person's own. */
function assertPrivate(mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  throw new OpenKey(
    `Others of this machine can read or write ${keyFile()}, and whoever has the key can pretend to be any site. ` +
      'If nobody has: chmod 600 it. Otherwise stop trusting the authority, and remove its folder to get another one.',
  )
}

/** Writes both files and then names their folder, so that of two processes at once the first one's authority counts. */
async function keep({ certificate, key }: Authority, replaces: boolean): Promise<void> {
  const folder = authorityFolder()
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    const draft = await mkdtemp(`${folder}-`)
    await writeFile(join(draft, 'key.pem'), key, { mode: 0o600 })
    await writeFile(join(draft, 'certificate.pem'), certificate)
    if (replaces) await rm(folder, { recursive: true, force: true })
    await rename(draft, folder).then(sayHowToTrust, () => rm(draft, { recursive: true }))
  } catch (cause) {
    throw new TypeError(`The authority cannot be kept in ${folder}: ${(cause as Error).message}.`, { cause })
  }
}

/** How each system takes an authority. The others need a file and no command. */
const commands: Readonly<Record<string, (file: string) => string>> = {
  darwin: (file) => `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db "${file}"`,
  win32: (file) => `certutil -user -addstore Root "${file}"`,
  linux: (file) =>
    `sudo cp "${file}" /usr/local/share/ca-certificates/latchkey.crt && sudo update-ca-certificates\n` +
    `    Chromium:  certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n latchkey -i "${file}"`,
}

function sayHowToTrust(): void {
  const file = authorityFile()
  const command = commands[process.platform]
  tell(`A new local authority signs the certificate of this server. Trust it once:
    Node:      NODE_EXTRA_CA_CERTS="${file}"
    curl:      --cacert "${file}"${command ? `\n    System:    ${command(file)}` : ''}
  Its key stays in ${authorityFolder()}: whoever has it can pretend to be any site to those who trust it.`)
}

function userNameOf(): string {
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}
