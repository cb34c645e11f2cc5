import type { components } from '@latchkey/types'
import { lookUpNow } from '../../domain/sessions/customHostnames.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { publishRecords } from './dnsControl.ts'
import type { Input, Invoke } from './invoke.ts'

type Schemas = components['schemas']

/**
 * Publishes the DNS records of a new custom hostname and activates it.
 *
 * @throws TypeError when the simulated DNS has other records for the hostname
 */
export async function createActiveHostname(
  run: Invoke,
  backend: WorldBackend,
  input: Input<'customHostnames.create'>,
): Promise<Schemas['Hostname']> {
  const { body: created } = await run('customHostnames.create', input)
  publishRecords(backend, created)
  const hostname = await lookUpNow(backend, created.id)
  if (hostname.status !== 'active')
    throw new TypeError(`Failed to make the hostname ${hostname.hostname} active. ${hostname.errors}`)
  return hostname
}
