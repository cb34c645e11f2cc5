import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authorityFile } from './authorityFolder.ts'

interface Trust {
  /** The variables by which a command finds the local authority, and by which Node trusts it. */
  readonly variables: Record<string, string>
  /** Removes what was made for the command. */
  end(): Promise<void>
}

/** Lets commands of Node trust the local authority, beside those that they trust already. */
export async function trustAuthority(env: Readonly<Record<string, string | undefined>>): Promise<Trust> {
  const file = authorityFile()
  const others = await readOthers(env.NODE_EXTRA_CA_CERTS)
  if (others === '')
    return { variables: { LATCHKEY_AUTHORITY_FILE: file, NODE_EXTRA_CA_CERTS: file }, end: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-trust-'))
  const bundle = join(folder, 'certificates.pem')
  await writeFile(bundle, `${others.trimEnd()}\n${await readFile(file, 'utf8')}`)
  return {
    variables: { LATCHKEY_AUTHORITY_FILE: file, NODE_EXTRA_CA_CERTS: bundle },
    end: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Node only warns of a file that it cannot read. */
async function readOthers(file = ''): Promise<string> {
  if (file === '') return ''
  return readFile(file, 'utf8').catch(() => '')
}
