import { defined } from '@latchkey/base/defined'
import { networkIdsOf } from '@latchkey/chains/networks'
import { presentVisitor } from '../domain/analytics/visitors.ts'
import { zeroAddressOf } from '../domain/assets/assets.ts'
import { presentViolation } from '../domain/policies/violations.ts'
import type { Backend } from '../domain/shared/backend.ts'
import { presentUser } from '../domain/users/users.ts'
import type { EventName } from '../domain/webhooks/eventNames.ts'
import type { Session, Wallet } from '../store/records.ts'
import type { EventData } from './eventData.ts'
import {
  delegationGrantData,
  revokedDelegationData,
  serviceWalletData,
  sessionData,
  signatureData,
  socialAccountData,
  walletData,
} from './recordData.ts'
import {
  sessionSubject,
  socialAccountSubject,
  userSubject,
  type UserSubject,
  visitorSubject,
} from './subjects/peopleSubjects.ts'
import type { Subject } from './subjects/subject.ts'
import {
  delegationSubject,
  externalWalletSubject,
  serviceWalletSubject,
  userServiceWalletSubject,
  violationSubject,
  walletSubject,
} from './subjects/walletSubjects.ts'

/** The names of events that a record of the environment is about. A ping is about the webhook that gets it. */
type MadeEventName = Exclude<EventName, 'ping'>

/** Makes the data of an event without the change that causes it. */
interface EventMaker<Data> {
  /** The kind of record that the event is about, with its article: `'a user'`. */
  readonly noun: string
  /** The data for a stored record of the kind, and the record's environment. */
  ofRecord(backend: Backend, id: string): { readonly environmentId: string; readonly data: Data } | undefined
  /** The data for a record that is not stored. */
  example(backend: Backend, environmentId: string): Data
}

function about<R extends { readonly environmentId: string }, Data>(
  subject: Subject<R>,
  present: (backend: Backend, record: R) => Data,
): EventMaker<Data> {
  return {
    noun: subject.noun,
    ofRecord(backend, id) {
      const record = subject.find(backend, id)
      return record && { environmentId: record.environmentId, data: present(backend, record) }
    },
    example: (backend, environmentId) => present(backend, subject.example(backend, environmentId)),
  }
}

const userData = (backend: Backend, { user, parts }: UserSubject) =>
  presentUser(backend, user, { ...defined({ parts }) })

const endedSessionData = (backend: Backend, session: Session) =>
  sessionData({ ...session, revokedAt: session.revokedAt ?? backend.clock.iso() })

const socialAccount = about(socialAccountSubject, (_, credential) => socialAccountData(credential))

const passkeyRecovery = about(userServiceWalletSubject, (backend, { id: walletId, userId }) => ({
  userId,
  walletId,
  vendorRecoveryUserId: backend.newId(),
}))

const user = about(userSubject, userData)
const endedSession = about(sessionSubject, endedSessionData)
const serviceWallet = about(serviceWalletSubject, (_, wallet) => serviceWalletData(wallet))
const externalWallet = about(externalWalletSubject, (_, wallet) => walletData(wallet))

/** How the data of each event is made. */
export const eventMakers: { readonly [Name in MadeEventName]: EventMaker<EventData[Name]> } = {
  'user.created': user,
  'user.updated': user,
  'user.deleted': user,
  'user.merged': about(userSubject, (backend, subject) => ({
    ...userData(backend, subject),
    fromUserId: backend.newId(),
  })),
  'user.passkeyRecovery.started': passkeyRecovery,
  'user.passkeyRecovery.completed': passkeyRecovery,
  'user.social.linked': socialAccount,
  'user.social.unlinked': socialAccount,
  'user.session.created': about(sessionSubject, (_, session) => sessionData(session)),
  'user.session.revoked': endedSession,
  'admin.user.session.revoked': endedSession,
  'wallet.created': serviceWallet,
  'wallet.deleted': about(userServiceWalletSubject, (_, wallet) => walletData(wallet)),
  'wallet.linked': externalWallet,
  'wallet.unlinked': externalWallet,
  'wallet.exported': serviceWallet,
  'wallet.transferred': about(walletSubject, (backend, wallet) => ({
    ...walletData(wallet),
    previousUserId: backend.newId(),
  })),
  'wallet.signature': about(serviceWalletSubject, (_, wallet) =>
    signatureData(wallet, {
      kind: 'message',
      digest: exampleHash,
      by: wallet.userId === undefined ? 'server' : 'user',
    }),
  ),
  'wallet.activity': about(userServiceWalletSubject, activityData),
  'wallet.delegation.created': about(delegationSubject, (_, { delegation, wallet }) =>
    delegationGrantData(delegation, wallet),
  ),
  'wallet.delegation.revoked': about(delegationSubject, (_, { delegation, wallet }) =>
    revokedDelegationData(delegation, wallet),
  ),
  'waas.policy.violation': about(violationSubject, (_, { violation, wallet }) => presentViolation(violation, wallet)),
  'visit.created': about(visitorSubject, (_, visitor) => presentVisitor(visitor)),
}

const exampleHash = `0x${'5e'.repeat(32)}`

/** One unit of the chain's own currency that the wallet gets from nobody. */
function activityData({ clock }: Backend, wallet: Wallet): EventData['wallet.activity'] {
  const { id: walletId, userId, chain, publicKey } = wallet
  const fromAddress = zeroAddressOf(chain)
  return {
    walletId,
    userId,
    walletPublicKey: publicKey,
    transactionHash: exampleHash,
    blockNumber: 1,
    blockHash: exampleHash,
    transactionTimestamp: clock.iso(),
    blockExplorerUrls: [],
    fromAddress,
    toAddress: publicKey,
    labels: ['receive'],
    assetTransfers: [{ fromAddress, toAddress: publicKey, amount: 1 }],
    chainName: chain,
    networkId: networkIdsOf(chain)[0] ?? 1,
  }
}
