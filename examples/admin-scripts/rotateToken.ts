/**
 * Replaces an API token by a new one. At every moment at least one of the two is valid and known: the new token is on
 * disk before its first use, and has been used before the old one is deleted.
 */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { bearer, isApiError, type Transport } from '@latchkey/client'
import { tokens } from '@latchkey/client/operations'
import { connect, explain, Failure, run, setting, UsageError } from './script.ts'

type Token = NonNullable<Awaited<ReturnType<typeof tokens.list>>['tokens']>[number]
type NewToken = Awaited<ReturnType<typeof tokens.create>>['token']

await run('Usage: node rotateToken.ts --out <new file> [--id <token id>]', async () => {
  const { out, id } = parseArgs({ options: { out: { type: 'string' }, id: { type: 'string' } } }).values
  if (!out) throw new UsageError('--out is missing: it names the file that the new token is written to.')
  const api = connect()
  const old = await find(api, id)
  const file = await createPrivately(out)
  try {
    await renew(api, old, { file, out })
  } finally {
    await file.close()
  }
  console.log(`The new token is in ${out}. The old one, ${old.id}, is deleted.`)
})

/** The token with that id; without an id, the token of this script, which it finds by the last six characters. */
async function find(api: Transport, id: string | undefined): Promise<Token> {
  const checksum = setting('LATCHKEY_TOKEN').slice(-6)
  const { tokens: all = [] } = await tokens.list(api)
  const [oldToken, another] = all.filter((token) => (id ? token.id === id : token.checksum === checksum))
  if (!oldToken)
    throw new Failure(
      id
        ? `The environment has no token ${id}.`
        : 'LATCHKEY_TOKEN is not a token of this environment: name one with --id.',
    )
  if (another)
    throw new Failure(`The tokens ${oldToken.id} and ${another.id} both end like LATCHKEY_TOKEN: name one with --id.`)
  return oldToken
}

/**
 * Opens the file before the token is created. Never overwrites a file, which may contain a token that is still needed.
 */
async function createPrivately(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new UsageError(`${path} cannot be created: ${explain(error)}`, { cause: error })
  }
}

async function renew(api: Transport, old: Token, { file, out }: { file: FileHandle; out: string }): Promise<void> {
  let renewed: NewToken | undefined
  try {
    renewed = (await tokens.create(api, { body: { note: old.note ?? 'renewed', scopes: old.scopes ?? [] } })).token
    await file.writeFile(`${renewed.rawToken}\n`)
    await file.sync()
    await verify(api, renewed, old)
  } catch (error) {
    const isUndone =
      !renewed ||
      (await remove(api, renewed.id).then(
        () => true,
        () => false,
      ))
    if (isUndone) await rm(out)
    throw new Failure(`${explain(error)} The old token still works. ${aftermath()}`, { cause: error })

    function aftermath() {
      if (!isUndone) return `A new one, ${renewed?.id}, may work too; it is in ${out}.`
      const isRefused = isApiError(error) && error.status < 500
      return renewed || isRefused
        ? 'There is no new one.'
        : 'If the list of tokens shows a new one, delete it: nobody knows its value.'
    }
  }
  try {
    // A token that deletes itself could not repeat the call after a lost reply.
    const mayDelete = old.scopes?.includes('environment.apiTokens.write')
    await remove(mayDelete ? api.with({ auth: bearer(renewed.rawToken) }) : api, old.id)
  } catch (error) {
    throw new Failure(
      `${explain(error)} The new token is in ${out} and works. The old one, ${old.id}, may still be there.`,
      { cause: error },
    )
  }
}

/** Deletes a token. A 404 counts as success: the reply to the first attempt may have been lost. */
async function remove(api: Transport, tokenId: string): Promise<void> {
  const reply = await tokens.delete(api, { tokenId }).result()
  if (!reply.ok && reply.error.status !== 404) throw reply.error
}

/**
 * Tests the new token. A 403 means that the token is valid but may not list tokens; a 401 means that it is not valid.
 */
async function verify(api: Transport, renewed: NewToken, old: Token): Promise<void> {
  const reply = await tokens.list(api.with({ auth: bearer(renewed.rawToken) })).result()
  if (!reply.ok && reply.error.status !== 403) throw reply.error
  if (!isDeepStrictEqual(new Set(renewed.scopes), new Set(old.scopes)))
    throw new Failure('The new token has other scopes than the old one.')
}
