import { endpointVariable, serveBrowser } from './browser.ts'

/** Of vitest: starts a browser for all files of a project, unless the whole run has one. It ends after the last file. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[endpointVariable]) return undefined
  const server = await serveBrowser()
  process.env[endpointVariable] = server.wsEndpoint()
  return async () => {
    delete process.env[endpointVariable]
    await server.close()
  }
}
