import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Environment } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { putSettings } from './environmentSettings.ts'

type Schemas = components['schemas']

/**
 * The id of the environment's project at WalletConnect. The first call creates the project and writes its id into the
 * settings.
 *
 * @throws {@link DomainError} `invalidUpdate` while the settings are locked
 */
export async function upsertWalletConnectProject(
  backend: Backend,
  environment: Environment,
  { name }: Schemas['WalletConnectProjectUpsertRequest'],
): Promise<Schemas['WalletConnectProject']> {
  const { store, random } = backend
  const existingProject = store.walletConnectProjects.find('byEnvironment', [environment.id])
  const { projectId } = store.walletConnectProjects.put({
    ...(existingProject ?? {
      ...newRecord(backend),
      environmentId: environment.id,
      projectId: bytesToHex(random.bytes(16)),
    }),
    name,
  })
  const { settings } = environment
  await putSettings(backend, environment, {
    ...settings,
    sdk: { ...settings.sdk, walletConnect: { ...settings.sdk.walletConnect, projectId } },
  })
  return { id: projectId, name }
}
