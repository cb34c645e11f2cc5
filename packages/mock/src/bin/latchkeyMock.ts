#!/usr/bin/env node
import { type MockServer, startServer } from '../hosts/server.ts'
import { type CliOptions, readOptions, usage } from './options.ts'

async function main(): Promise<void> {
  const options = attempt(() => readOptions(process.argv.slice(2)))
  if (!options) return
  if (options.help) return console.log(usage())
  const server = await start(options)
  if (!server) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.close().then(() => process.exit(0)))
  console.log(options.json ? JSON.stringify(describe(server)) : banner(server))
}

function attempt(read: () => CliOptions): CliOptions | undefined {
  try {
    return read()
  } catch (error) {
    return fail(2, `${(error as Error).message} See latchkey-mock --help.`)
  }
}

async function start({ mock, server }: CliOptions): Promise<MockServer | undefined> {
  try {
    return await startServer(mock, server)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof TypeError) return fail(2, message)
    const reason = refusals[code ?? ''] ?? message.split('\n')[0]
    return fail(1, `Cannot listen at ${server.host}:${server.port}: ${reason}`)
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
