import { newRecord } from '@latchkey/base/newRecord'
import type { UserParts } from '../../domain/users/users.ts'
import type { Credential, Session, User, Visitor } from '../../store/records.ts'
import type { Subject } from './subject.ts'
import { exampleAddress } from './walletSubjects.ts'

/** A user, with the records that belong to the user if they are not stored. */
export interface UserSubject {
  readonly environmentId: string
  readonly user: User
  readonly parts?: UserParts
}

export const userSubject: Subject<UserSubject> = {
  noun: 'a user',
  find({ store }, id) {
    const user = store.users.get(id)
    return user && { environmentId: user.environmentId, user }
  },
  example(backend, environmentId) {
    const fields = newRecord(backend)
    const email = 'ada@example.com'
    const user: User = {
      ...fields,
      environmentId,
      updatedAt: fields.createdAt,
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
    }
    const credential: Credential = {
      ...newRecord(backend),
      environmentId,
      userId: user.id,
      format: 'email',
      key: email,
      email,
      signInEnabled: true,
      verifiedAt: fields.createdAt,
    }
    const parts = { credentials: [credential], wallets: [], sessions: [], screeningChecks: [], mfaDevices: [] }
    return { environmentId, user, parts }
  },
}

export const sessionSubject: Subject<Session> = {
  noun: 'a session',
  find: ({ store }, id) => store.sessions.get(id),
  example: (backend, environmentId) => ({
    ...newRecord(backend),
    environmentId,
    userId: backend.newId(),
    expiresAt: backend.clock.isoIn(7_200_000),
    audience: 'https://app.example.com',
    tokenId: backend.newId(),
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
  }),
}

export const socialAccountSubject: Subject<Credential> = {
  noun: 'a social account',
  find({ store }, id) {
    const credential = store.credentials.get(id)
    return credential?.format === 'oauth' ? credential : undefined
  },
  example: (backend, environmentId) => ({
    ...newRecord(backend),
    environmentId,
    userId: backend.newId(),
    format: 'oauth',
    provider: 'google',
    accountId: 'google-account-1',
    key: 'google:google-account-1',
    username: 'ada@example.com',
    signInEnabled: true,
  }),
}

export const visitorSubject: Subject<Visitor> = {
  noun: 'a visitor',
  find: ({ store }, id) => store.visitors.get(id),
  example: (backend, environmentId) => ({
    ...newRecord(backend),
    environmentId,
    address: exampleAddress,
    chain: 'EVM',
    walletName: 'metamask',
    key: `eip155:${exampleAddress.toLowerCase()}:metamask`,
    provider: 'browserExtension',
  }),
}
