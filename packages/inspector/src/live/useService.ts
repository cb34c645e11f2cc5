import { type Read, useAnswer, useInspector } from '../inspectorContext.ts'
import { callService } from './callService.ts'

/**
 * Asks an operation of the service, as a member of the organization, and asks again each time a table changes.
 *
 * @param path - Of a `GET`, below `/api/v0`.
 * @param tables - The tables of the store whose changes change the answer.
 */
export function useService<Body>(path: string, tables: readonly string[]): Read<Body> {
  const { live } = useInspector()
  return useAnswer(path, () => callService(live, { method: 'GET', path }) as Promise<Body>, { tables })
}
