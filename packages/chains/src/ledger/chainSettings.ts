import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Entity } from '@latchkey/store/entity'
import type { ChainReadStore } from '../backend.ts'
import type { ChainSettings } from '../records.ts'
import type { LedgerBackend } from './accounts.ts'

export type SettingsStore = { readonly store: Pick<ChainReadStore, 'chainSettings'> }

type Settings = Omit<ChainSettings, keyof Entity | 'networkId'>

/** The settings of an EVM chain for its blocks; none of them is set at the start. */
export function settingsOf({ store }: SettingsStore, networkId: number): Settings {
  return store.chainSettings.find('byNetwork', [networkId]) ?? {}
}

/** Changes settings; an undefined one is removed. */
export function changeSettings(
  backend: LedgerBackend,
  networkId: number,
  change: { readonly [K in keyof Settings]: Settings[K] | undefined },
): ChainSettings {
  const { chainSettings } = backend.store
  const existing = chainSettings.find('byNetwork', [networkId]) ?? { ...newRecord(backend), networkId }
  return chainSettings.put(defined({ ...existing, ...change }))
}

/** Makes a chain as it was at the start. */
export function clearSettings({ store }: Pick<LedgerBackend, 'store'>, networkId: number): void {
  const existing = store.chainSettings.find('byNetwork', [networkId])
  if (existing) store.chainSettings.delete(existing.id)
}
