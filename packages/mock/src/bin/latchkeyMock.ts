#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
import { type MockServer, type ServerOptions, startServer } from '../hosts/server.ts'
import { type CliOptions, readOptions, usage } from './options.ts'
import { requestLine } from './requestLine.ts'

async function main(): Promise<void> {
  const options = attempt(() => readOptions(process.argv.slice(2)))
  if (!options) return
  if (options.help) return console.log(usage())
  if (options.version) return console.log(version())
  const server = await start(options)
  if (!server) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(server, options))
  console.log(options.json ? JSON.stringify(describe(server)) : banner(server))
}

async function end(server: MockServer, { exportTo }: CliOptions): Promise<void> {
  let exitCode = 0
  try {
    if (exportTo !== undefined) writeFileSync(exportTo, JSON.stringify(server.mock.export()))
  } catch (error) {
    console.error(`latchkey-mock: The state cannot be written: ${(error as Error).message}.`)
    exitCode = 1
  }
  await server.close()
  process.exit(exitCode)
}

/** The version of this package, whose manifest is two folders above. */
function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function attempt(read: () => CliOptions): CliOptions | undefined {
  try {
    return read()
  } catch (error) {
    return fail(2, `${(error as Error).message} See latchkey-mock --help.`)
  }
}

async function start({ mock, server, importFrom, quiet, json }: CliOptions): Promise<MockServer | undefined> {
  const onAnswer: ServerOptions['onAnswer'] = (entry, world) => console.log(requestLine(entry, world))
  let started: MockServer | undefined
  try {
    const state = importFrom === undefined ? undefined : readState(importFrom)
    started = await startServer(mock, { ...server, ...(!quiet && !json && { onAnswer }) })
    if (state !== undefined) started.mock.import(state)
    return started
  } catch (error) {
    await started?.close()
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof TypeError) return fail(2, message)
    const reason = refusals[code ?? ''] ?? message.split('\n')[0]
    return fail(1, `Cannot listen at ${server.host}:${server.port}: ${reason}`)
  }
}

/** @throws TypeError with one line for a file that cannot be read, or is not JSON */
function readState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new TypeError(`The state ${file} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

const refusals: Record<string, string> = {
  EADDRINUSE: 'the port is taken.',
  EACCES: 'this port needs more rights than the process has.',
  EADDRNOTAVAIL: 'this machine does not have the address.',
  ENOTFOUND: 'the name is unknown.',
}

function fail(exitCode: number, line: string): undefined {
  process.exitCode = exitCode
  console.error(`latchkey-mock: ${line}`)
}

function describe({ url, mock }: MockServer) {
  const { organizationId, projectId, admin, environments } = mock.defaults
  return { url, organizationId, projectId, admin: { token: admin.token }, environments, controlUrl: `${url}/__mock/v1` }
}

function banner({ url, mock }: MockServer): string {
  const { organizationId, projectId, admin, environments } = mock.defaults
  const { sandbox, live } = environments
  const rows = [
    ['listening at', url],
    ['organization', organizationId],
    ['project', projectId],
    ['admin token', admin.token],
    ['sandbox', sandbox.id],
    ['  token', sandbox.token],
    ['live', live.id],
    ['  token', live.token],
  ] as const
  return [
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`),
    '',
    '  Try:',
    `  curl -H 'authorization: Bearer ${sandbox.token}' ${url}/api/v0/environments/${sandbox.id}/users`,
    '',
  ].join('\n')
}

await main()
