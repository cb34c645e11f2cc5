import type { components } from '@latchkey/types'
import type { WorldBackend } from '../backend.ts'
import { lookUpNow } from '../domain/sessions/customHostnames.ts'
import type { Invoke } from './invoke.ts'
import { publishRecords } from './dnsControl.ts'

type Schemas = components['schemas']

/**
 * Creates a custom hostname whose DNS records are published and found.
 *
 * @throws TypeError where the pretended DNS says something else already
 */
export async function createActiveHostname(
  run: Invoke,
  backend: WorldBackend,
  environmentId: string,
  body: Schemas['CustomHostnameCreateRequest'],
): Promise<Schemas['Hostname']> {
  const { body: created } = await run('customHostnames.create', { params: { environmentId }, body })
  publishRecords(backend, created)
  const hostname = await lookUpNow(backend, created.id)
  if (hostname.status !== 'active')
    throw new TypeError(`Failed to make the hostname ${hostname.hostname} active. ${hostname.errors}`)
  return hostname
}
