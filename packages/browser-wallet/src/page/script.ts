import type { PageConfiguration } from './pageMessages.ts'
import { putIntoPage } from './putIntoPage.ts'

/** Stands in front of the bundled code, see `pageScript.ts`. */
declare const latchkeyWallets: PageConfiguration

putIntoPage(globalThis, latchkeyWallets)
