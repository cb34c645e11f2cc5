import { expect } from 'vitest'
import type { InspectorPage } from './inspectorPage.ts'

/** Reads a list of the sandbox by an operation of the service, as another client does. */
export async function readList(
  { mock, server }: InspectorPage,
  path: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { id, token } = mock.defaults.environments.sandbox
  const response = await fetch(`${server.url}/api/v0/environments/${id}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, Record<string, unknown>[]>
}
