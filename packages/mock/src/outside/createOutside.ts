import type { OutsideBackend } from '../backend.ts'
import type { Outside } from '../effects/outside.ts'
import { identityProviders } from './identityProviders.ts'
import { issuers } from './issuers.ts'

/** The pretended world as the service sees it, in one transaction. */
export function createOutside(backend: OutsideBackend): Outside {
  return {
    identityProviders: identityProviders(backend),
    issuers: issuers(backend),
  }
}
