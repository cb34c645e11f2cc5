import type { CeremonyResult, KeyShare, Plan } from '@latchkey/ceremony'
import type { components } from '@latchkey/types'
import type { Mock } from '../../src/mock/createMock.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'
import { createParties, idsOf, playRoom, sharesOf } from './waasDevice.ts'

type Schemas = components['schemas']
type Host = TestHost & ReturnType<typeof callsOf>

/** How many parties the user has, by scheme. */
export const clientCounts: Readonly<Record<Schemas['ThresholdSignatureScheme'], number>> = {
  TWO_OF_TWO: 1,
  TWO_OF_THREE: 2,
  THREE_OF_FIVE: 3,
}

/** Lets embedded wallets of the third generation be made. */
export async function enableWaas(host: Host): Promise<void> {
  await host.mock.create.provider({ provider: 'dynamic' })
}

/** The settings of such wallets that have to be named with any of them. */
export const waasSettings = {
  passcodeRequired: false,
  onSignUp: { promptBackupOptions: false, promptClientShareExport: false },
  backupOptions: ['service' as const],
}

/** A user who is signed in. */
export async function signedIn(host: Host, email = 'ada@example.com') {
  const { id: userId } = await host.mock.create.user({ email })
  return { userId, token: (await host.mock.signIn(userId)).token }
}

/** A wallet whose key is shared, and the parties of its user. */
export interface SharedWallet {
  readonly walletId: string
  readonly address: string
  readonly roomId: string
  readonly serverKeygenIds: readonly string[]
  /** The user's parties, each with its share. */
  readonly parties: readonly { readonly identity: ReturnType<typeof createParties>[number]; readonly share: KeyShare }[]
}

/** Opens the room of a key generation. */
export async function openAccount(host: Host, token: string, body: Partial<Schemas['CreateWaasAccountRequest']> = {}) {
  const { chain = 'EVM', thresholdSignatureScheme = 'TWO_OF_TWO' } = body
  const identities = createParties(`${chain} ${thresholdSignatureScheme}`, clientCounts[thresholdSignatureScheme])
  const reply = await host.call('waas.createAccount', {
    token,
    body: { chain, clientKeygenIds: idsOf(identities), thresholdSignatureScheme, ...body },
  })
  return { ...reply.body, walletId: reply.body.walletId as string, identities }
}

/** The generated wallets and the states after them, by the state of the mock before and the arguments. */
const generated = new Map<string, { readonly wallet: SharedWallet; readonly state: ReturnType<Mock['export']> }>()

/**
 * Generates the key of a wallet as the user's device does. In the core, a mock in a state in which this was done before
 * goes to the state that it led to: the maths of a key would take most of the time of the tests.
 */
export async function createSharedWallet(
  host: Host,
  token: string,
  body: Partial<Schemas['CreateWaasAccountRequest']> = {},
): Promise<SharedWallet> {
  if (host.name !== 'fetch') return generateWallet(host, token, body)
  const key = JSON.stringify([host.mock.baseUrl, host.mock.export(), token, body])
  const { wallet, state } = generated.get(key) ?? {}
  if (wallet && state) {
    await host.mock.import(state)
    return wallet
  }
  const result = await generateWallet(host, token, body)
  generated.set(key, { wallet: result, state: host.mock.export() })
  return result
}

async function generateWallet(
  host: Host,
  token: string,
  body: Partial<Schemas['CreateWaasAccountRequest']>,
): Promise<SharedWallet> {
  const { identities, roomId, walletId, serverKeygenIds } = await openAccount(host, token, body)
  const { results } = await playRoom(host.mock, roomId, { parties: identities.map((identity) => ({ identity })) })
  const shares = sharesOf(results)
  const { wallet } = (await host.call('waasWallets.get', { params: { walletId } })).body
  const parties = identities.map((identity) => ({ identity, share: shares[identity.keygenId] as KeyShare }))
  return { walletId, address: wallet.accountAddress, roomId, serverKeygenIds, parties }
}

/** A signature as a party of the user gets it. */
export type Signature = Extract<CeremonyResult, { kind: 'signature' }>

/** Signs a message in a room that is open already, as the user's device does. */
export async function signInRoom(
  host: Host,
  wallet: SharedWallet,
  { roomId, message }: RoomToSign,
): Promise<Signature> {
  const [party] = wallet.parties
  const { results } = await playRoom(host.mock, roomId, { parties: [party!], more: { message } as Partial<Plan> })
  return results[party!.identity.keygenId] as Signature
}

interface RoomToSign {
  readonly roomId: string
  /** Hex of what is signed. */
  readonly message: string
}

/** Calls the operation and signs in the room that it opens. */
export async function sign(
  host: Host,
  token: string,
  { wallet, body, message }: { wallet: SharedWallet; body: Record<string, unknown>; message: string },
): Promise<Signature> {
  const { body: room } = await host.call('waas.signMessage', { token, params: { walletId: wallet.walletId }, body })
  return signInRoom(host, wallet, { roomId: room.roomId, message: message.replace(/^0x/, '') })
}

/** An EVM signature in the form of wallets: r, s and 27 or 28. */
export function evmSignature({ signature, recovery = 0 }: Signature): `0x${string}` {
  return `0x${signature}${(27 + recovery).toString(16)}`
}
