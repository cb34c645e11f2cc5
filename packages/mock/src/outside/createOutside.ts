import type { OutsideBackend } from '../backend.ts'
import type { Outside } from '../effects/outside.ts'
import { chains } from './chains.ts'
import { identityProviders } from './identityProviders.ts'
import { issuers } from './issuers.ts'
import { names } from './names.ts'
import { sanctions } from './sanctions.ts'

/** The pretended world as the service sees it, in one transaction. */
export function createOutside(backend: OutsideBackend): Outside {
  return {
    identityProviders: identityProviders(backend),
    issuers: issuers(backend),
    chains: chains(backend),
    names: names(backend),
    sanctions: sanctions(backend),
  }
}
