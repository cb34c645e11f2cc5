import type { KeptState } from '@latchkey/store/persistence'
import type { ObjectNamespace } from './cloudflarePlatform.ts'

/** The path at which the objects of a Worker ask each other for their states. It needs the control token. */
export const objectPath = '/__mock/object'

/** A world that is in an object of its own. */
export interface RemoteWorld {
  /** Its state, for a copy. */
  copy(): Promise<KeptState>
  /** Begins it with a state, whatever it was before. */
  begin(state: KeptState): Promise<void>
  drop(): Promise<void>
}

interface RemoteWorldInput {
  readonly baseUrl: string
  readonly controlToken: string | undefined
}

/** @param object - The object of the world. */
export function remoteWorld(
  object: ReturnType<ObjectNamespace['get']>,
  { baseUrl, controlToken }: RemoteWorldInput,
): RemoteWorld {
  const ask = async (method: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${controlToken}` }
    const response = await object.fetch(
      new Request(baseUrl + objectPath, { method, headers, body: body ? JSON.stringify(body) : null }),
    )
    if (!response.ok) throw new Error(`The Durable Object of the world answered ${response.status}.`)
    return response
  }
  return {
    copy: async () => (await ask('GET')).json() as Promise<KeptState>,
    begin: async (state) => void (await ask('PUT', { baseUrl, state })),
    drop: async () => void (await ask('DELETE')),
  }
}
