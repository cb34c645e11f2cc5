import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { StreamableHTTPClientTransportOptions, Transport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The parts of a client that both major versions of the SDK have. */
export type ToolClient = Pick<Client, 'listTools' | 'callTool' | 'close' | 'getServerVersion'>

const info = { name: 'test', version: '1' }

async function connectNew(transport: Transport, mode: 'legacy' | { pin: string }): Promise<ToolClient> {
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

async function connectOld(transport: Transport): Promise<ToolClient> {
  const client = new OldClient(info)
  await client.connect(transport as OldTransportType)
  return client as unknown as ToolClient
}

/** How clients connect, by what they are. */
export const mcpClients = {
  'a client of 2026': (transport) => connectNew(transport, { pin: '2026-07-28' }),
  'a client of 2025': (transport) => connectNew(transport, 'legacy'),
  'a client of the first SDK': connectOld,
} as const satisfies Record<string, (transport: Transport) => Promise<ToolClient>>

export const mcpClientNames = Object.keys(mcpClients) as (keyof typeof mcpClients)[]

/** Connects a client over HTTP. @param options - Of its transport, such as another `fetch`. */
export function connectOverHttp(
  name: keyof typeof mcpClients,
  url: string,
  options: StreamableHTTPClientTransportOptions = {},
): Promise<ToolClient> {
  const Http = name === 'a client of the first SDK' ? OldTransport : StreamableHTTPClientTransport
  return mcpClients[name](new Http(new URL(url), options as object) as Transport)
}
