import { smartWallets } from '@latchkey/chains/ledger/smartWallets'
import type { OutsideBackend } from '../domain/shared/backend.ts'
import type { Outside } from '../effects/outside.ts'
import { outsideUrls } from './addresses.ts'
import { dns } from './dns.ts'
import { drives } from './drives.ts'
import { exchanges } from './exchanges/exchanges.ts'
import { files } from './files.ts'
import { identityProviders } from './identityProviders.ts'
import { issuers } from './issuers.ts'
import { messengerWidget } from './messengerWidget.ts'
import { names } from './names.ts'
import { messages } from './outbox.ts'
import { prices } from './prices.ts'
import { sanctions } from './sanctions.ts'
import { seller } from './seller.ts'
import { sellers } from './sellers.ts'
import { chains } from './simulatedChains.ts'
import { threats } from './threats.ts'

/**
 * The simulated world as the service sees it, in one transaction.
 *
 * @param outboxLimit - How many messages the outbox keeps.
 */
export function createOutside(backend: OutsideBackend, outboxLimit: number): Outside {
  return {
    identityProviders: identityProviders(backend),
    issuers: issuers(backend),
    messenger: { loginWidget: (widget) => messengerWidget(backend, widget) },
    chains: chains(backend),
    smartWallets: smartWallets(backend),
    names: names(backend),
    sanctions: sanctions(backend),
    threats: threats(backend),
    prices: prices(backend),
    messages: messages(backend, outboxLimit),
    dns: dns(backend),
    // Any token that is not empty counts as a solved CAPTCHA.
    captcha: { isSolved: (token) => token !== '' },
    seller: seller(backend),
    files: files(backend),
    drives: drives(backend),
    sellers: sellers(backend),
    exchanges: exchanges(backend),
    relay: { url: () => outsideUrls(backend).relay() },
  }
}
