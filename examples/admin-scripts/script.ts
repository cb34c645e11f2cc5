/** Shared by all scripts: settings, a client, and errors as one line. */
import { bearer, createTransport, isApiError, isLatchkeyError, type Transport } from '@latchkey/client'

/** The script was called with wrong arguments. Printed with the usage; exit code 2. */
export class UsageError extends Error {}

/** The work failed, completely or in part. Exit code 1. */
export class Failure extends Error {}

/** Runs a script. An expected error is printed as one line, without a stack. */
export async function run(usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  try {
    await work()
  } catch (error) {
    const isParsing = codeOf(error).startsWith('ERR_PARSE_ARGS')
    const isUsage = isParsing || error instanceof UsageError
    if (!isUsage && !isExpected(error)) throw error
    const line = isParsing ? firstSentence(explain(error)) : explain(error)
    console.error(isUsage ? `${line}\n${usage}` : line)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** A required environment variable. */
export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new UsageError(`${name} is not set.`)
  return value
}

/** A client for one environment, by default the one of LATCHKEY_ENVIRONMENT_ID. */
export function connect({
  environmentId = setting('LATCHKEY_ENVIRONMENT_ID'),
  token = setting('LATCHKEY_TOKEN'),
} = {}): Transport {
  const baseUrl = setting('LATCHKEY_URL')
  try {
    return createTransport({ baseUrl, environmentId, auth: bearer(token) })
  } catch (error) {
    throw new UsageError(`LATCHKEY_URL or the token cannot be used. ${(error as Error).message}`, { cause: error })
  }
}

/** An error as one line: the service's sentence, and the id by which its operators find the request. */
export function explain(error: unknown): string {
  const { message } = error as Error
  return isApiError(error) && error.requestId ? `${message} (request ${error.requestId})` : message
}

/** The code of an error of Node's: `ENOENT`, `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? '')
}

function firstSentence(text: string): string {
  return text.replace(/(?<=\.) .*$|\n.*$/s, '')
}

function isExpected(error: unknown): boolean {
  return error instanceof Failure || isLatchkeyError(error) || (error as NodeJS.ErrnoException).syscall !== undefined
}
