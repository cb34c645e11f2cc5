import { callService } from '../../../live/callService.ts'
import type { Live } from '../../../live/createLive.ts'
import type { Settings } from './settingFields.ts'

/** The sections that a body must have. Objects are merged with what is there, and lists replace it. */
const sections = { design: {}, general: {}, privacy: {}, sdk: {}, security: {} }

/**
 * Changes settings of an environment, and leaves the others as they are.
 *
 * @param change - Makes the changes from the settings that the environment has now.
 */
export async function changeSettings(
  live: Pick<Live, 'call'>,
  environmentId: string,
  change: (settings: Settings) => Settings,
): Promise<void> {
  const path = `/environments/${environmentId}`
  const { settings } = (await callService(live, { method: 'GET', path })) as { settings: Settings }
  const { chains, kyc } = settings
  await callService(live, { method: 'PUT', path, body: { chains, kyc, ...sections, ...change(settings) } })
}
