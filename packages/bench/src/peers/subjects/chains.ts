import { join } from 'node:path'
import type { ChainSubject } from '../subject.ts'

const blockNumber = {
  method: 'POST',
  path: '/',
  body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
} as const

/** Foundry's node for development, which is native. */
export const anvil: ChainSubject = {
  name: 'anvil',
  package: '@foundry-rs/anvil',
  folder: 'anvil',
  command: ({ project, port }) => ({
    script: join(project, 'node_modules/@foundry-rs/anvil/bin.mjs'),
    args: ['--port', String(port)],
  }),
  first: blockNumber,
  path: '/',
}

/** An EVM in JavaScript. */
export const tevm: ChainSubject = {
  name: 'tevm',
  package: 'tevm',
  folder: 'tevm',
  command: ({ project, port }) => ({ script: join(project, 'start.mjs'), args: [String(port)] }),
  first: blockNumber,
  path: '/',
}
