import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { networkFetch } from '../effects/network.ts'
import { startServer } from '../hosts/server.ts'
import { type Access, createAccess } from '../mcp/access.ts'
import { createMcpServer } from '../mcp/createMcpServer.ts'
import type { ToolSet } from '../mcp/toolSet.ts'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { loadDeploymentNames, loadMockNames } from './loadNamesFile.ts'
import { noMockAt } from './noMock.ts'
import { followRequests } from './openRequests.ts'
import { parseFlags } from './parseFlags.ts'
import { addressFlags, readMockAddress } from './readMockUrl.ts'

const flags = {
  ...addressFlags('a new mock on a free port'),
  tools: {
    type: 'string',
    hint: 'set',
    help: 'compact (a few tools that reach everything) or all (one for each operation and control route). Default compact.',
  },
  names: {
    type: 'string',
    hint: 'file',
    help: 'How the mock spells the interface. The tools keep the names of the OpenAPI document.',
  },
  ...helpFlag,
} as const

const helpText = () =>
  commandHelp({
    about: 'Serves the tools of the Model Context Protocol on standard input and output, for coding agents.',
    usage: 'mcp [flags]',
    flags,
  })

/**
 * Runs `latchkey-mock mcp` until the standard input has ended and is answered. Standard output has only messages of
 * the protocol.
 *
 * @throws TypeError with one line that says what is wrong with the arguments.
 */
export async function runMcp(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { url, token, toolSet, namesFile, isHelp } = readFlags(args, env)
  if (isHelp) return console.log(helpText())
  const fetch = reachOr(url, await createFetch(namesFile))
  if (url !== undefined) return serveTools({ url, token, fetch, toolSet })
  const server = await startServer({ names: namesFile === undefined ? undefined : await loadMockNames(namesFile) })
  console.error(`latchkey-mock: The tools drive a new mock at ${server.url}.`)
  try {
    await serveTools({ url: server.url, fetch, toolSet })
  } finally {
    await server.close()
  }
}

interface ToolOptions {
  readonly url: string
  readonly token?: string | undefined
  readonly fetch: Access['send']
  readonly toolSet: ToolSet
}

/** Sends the requests of tools, which have the names of the document, under those that the mock has. */
async function createFetch(namesFile: string | undefined): Promise<Access['send']> {
  if (namesFile === undefined) return networkFetch
  const [names, { createSpelledFetch }] = await Promise.all([
    loadDeploymentNames(namesFile),
    import('@latchkey/names/fetch'),
  ])
  return createSpelledFetch(names, (url, init = {}) => networkFetch(url, init))
}

/** Says how to start the mock of `--url` when it does not answer, which can be at any time. */
function reachOr(url: string | undefined, fetch: Access['send']): Access['send'] {
  if (url === undefined) return fetch
  return async (target, init) => {
    try {
      return await fetch(target, init)
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new TypeError(noMockAt(url), { cause })
    }
  }
}

/** Serves tools until the standard input has ended and all of its requests are answered. */
async function serveTools({ url, token, fetch, toolSet }: ToolOptions): Promise<void> {
  const access = createAccess({ url, fetch, token })
  const { input, output, allAnswered } = followRequests(process.stdin, process.stdout)
  // Named, since the SDK's own default in a bundle for all platforms is that of browsers, which have none.
  const transport = new StdioServerTransport(input, output)
  const connection = serveStdio(() => createMcpServer(access, toolSet), { transport })
  await allAnswered
  await connection.close()
}

function readFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { tools = 'compact', names, help = false, ...address } = parseFlags(args, flags)
  const { url, token } = readMockAddress(address, env)
  if (tools !== 'compact' && tools !== 'all') throw new TypeError(`--tools takes compact or all, not "${tools}".`)
  const toolSet: ToolSet = tools
  return { url, token, toolSet, namesFile: names, isHelp: help }
}
