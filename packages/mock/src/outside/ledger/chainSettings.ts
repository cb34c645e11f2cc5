import { defined } from '@latchkey/base/defined'
import { newRecord, type OutsideReadStore } from '../../domain/shared/backend.ts'
import type { ChainSettings } from '../../store/ledgerRecords.ts'
import type { Entity } from '../../store/records.ts'
import type { LedgerBackend } from './accounts.ts'

export type SettingsStore = { readonly store: Pick<OutsideReadStore, 'chainSettings'> }

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
