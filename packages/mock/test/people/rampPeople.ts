import type { components } from '@latchkey/types'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { phones, signInBySms } from './oneTimeCodes.ts'

type Host = TestHost & ReturnType<typeof callsOf>

/** Where tokens go in tests. */
export const buyer = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
/** The same on Solana. */
export const solanaBuyer = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
/** Base Sepolia. */
export const networkId = 84532

/** A user who has signed in by a text message, so that the phone number is verified. */
export async function personWithPhone(host: Host) {
  await host.mock.create.provider({ provider: 'sms', smsNumber: '+12025550100' })
  const { body } = await signInBySms(host, phones.de)
  return { userId: body.user.id, token: body.jwt as string }
}

/** Enables the providers that sell tokens, and lists them. */
export async function enableRamps(host: Host): Promise<void> {
  for (const provider of [
    { provider: 'banxa' },
    { provider: 'coinbaseOnramp' },
    { provider: 'cryptoDotCom', clientId: 'client' },
  ] as const)
    await host.mock.create.provider(provider)
  await host.mock.settings.patch({ sdk: { onrampFunding: true } })
}

/** An order of 50 USDC on Base Sepolia. */
type OrderRequest = components['schemas']['HostedOnrampOrderCreateRequest']

/** @param changes - `undefined` leaves a field out. */
export const orderBody = (
  changes: { [Name in keyof OrderRequest]?: OrderRequest[Name] | undefined } = {},
): Record<string, unknown> => ({
  agreementAcceptedAt: '2026-01-15T09:29:00.000Z',
  destinationAddress: buyer,
  destinationNetwork: 'base-sepolia',
  partnerUserRef: 'user-7',
  purchaseAmount: '50',
  purchaseCurrency: 'USDC',
  paymentCurrency: 'USD',
  paymentMethod: 'GUEST_CHECKOUT_APPLE_PAY',
  ...changes,
})

/** Disables a provider that is set up. */
export async function disableProvider(host: Host, name: string): Promise<void> {
  const { providers = [] } = (await host.call('providers.list')).body
  const setting = providers.find(({ provider }) => provider === name)
  await host.call('providers.disable', { params: { providerId: setting?.id ?? '' } })
}
