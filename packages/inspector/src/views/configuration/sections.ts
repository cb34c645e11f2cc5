import type { FunctionComponent } from 'preact'
import { Allowlists } from './allowlists/Allowlists.tsx'
import { Gates } from './gates/Gates.tsx'
import { Networks } from './networks/Networks.tsx'
import { Origins } from './origins/Origins.tsx'
import { Providers } from './providers/Providers.tsx'
import { SettingsSection } from './settings/SettingsSection.tsx'
import { Tokens } from './tokens/Tokens.tsx'

/** A part of the configuration of an environment. */
interface Section {
  readonly name: string
  /** Its segment of the link: `'origins'` for `#/configuration/origins`. */
  readonly segment: string
  readonly Component: FunctionComponent<{ readonly environmentId: string }>
}

/** All sections. The first one opens where a link names none. */
export const sections: readonly [Section, ...Section[]] = [
  { name: 'Providers', segment: 'providers', Component: Providers },
  { name: 'Settings', segment: 'settings', Component: SettingsSection },
  { name: 'Origins', segment: 'origins', Component: Origins },
  { name: 'Gates', segment: 'gates', Component: Gates },
  { name: 'Allowlists', segment: 'allowlists', Component: Allowlists },
  { name: 'Networks', segment: 'networks', Component: Networks },
  { name: 'API tokens', segment: 'tokens', Component: Tokens },
]
