import type { OperationId } from '@latchkey/types'
import { backupType, firstStepType, mpcType, serverType } from '../sessions/tokenTypes.ts'

/** The operations that prove a second factor. */
const secondStep = [
  'mfa.listMethods',
  'mfa.authenticateEmail',
  'mfa.authenticatePasskey',
  'mfa.authenticateTotp',
  'mfa.authenticateRecoveryCode',
  'mfaDevices.list',
  'mfaDevices.get',
  'mfaDevices.createPasskey',
  'mfaDevices.verifyPasskey',
  'mfaDevices.createTotp',
  'mfaDevices.verifyTotp',
  'passkeys.getAuthenticationOptions',
] as const satisfies readonly OperationId[]

/** The operations that create wallets of the environment itself, and those that use only these wallets. */
const serverWallets = [
  'waas.createAccount',
  'waas.exportPrivateKey',
  'waas.importPrivateKey',
  'waas.refresh',
  'waas.reshare',
  'waas.signMessage',
  'waasRooms.createRooms',
  'waasRooms.createWithoutWallet',
] as const satisfies readonly OperationId[]

/** The operations that a server may call with the JWT of `waasWallets.authenticate`. */
export type ServerOperationId = (typeof serverWallets)[number]

/**
 * The JWTs that are no session tokens, by `typ` (RFC 7515, section 4.1.9): the operations that each opens, and what the
 * others answer.
 */
export const limitedJwts: Readonly<
  Record<string, { readonly opens: ReadonlySet<OperationId>; readonly refusal: string }>
> = {
  [firstStepType]: {
    opens: new Set(secondStep),
    refusal: 'This token serves for the second step of a sign-in only.',
  },
  [backupType]: {
    opens: new Set<OperationId>(['keyShares.backUp', 'keyShares.recover']),
    refusal: 'This token serves for backups of key shares only.',
  },
  [serverType]: {
    opens: new Set(serverWallets),
    refusal: 'This token serves for the rooms of wallets of the environment only.',
  },
  [mpcType]: {
    opens: new Set<OperationId>(),
    refusal: 'This token is for the provider of embedded wallets only.',
  },
}

const openToFirstStep: ReadonlySet<OperationId> = new Set<OperationId>([
  ...secondStep,
  'profile.get',
  'sessions.check',
  'sessions.refresh',
  'sessions.revoke',
])

/** Whether a session that waits for its second factor may call an operation. */
export function isOpenToFirstStep(id: OperationId): boolean {
  return openToFirstStep.has(id)
}

/** GET operations that change something: the device that they begin replaces a pending one. */
const changingReads: ReadonlySet<OperationId> = new Set<OperationId>([
  'mfaDevices.createTotp',
  'mfaDevices.createPasskey',
])

/** Whether an operation changes nothing of importance; a new passkey challenge is not important. */
export function isReadOnly(id: OperationId, method: string): boolean {
  return method === 'GET' && !changingReads.has(id)
}
