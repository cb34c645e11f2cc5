import { newRecord } from '@latchkey/base/newRecord'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCredentialWorld, type CredentialWorld } from '../../../test/people/credentialWorld.ts'
import type { Credential, Session, User } from '../../store/records.ts'
import { assertNotLastCredential, isLastCredential, replaceCredential } from './credentials.ts'

let people: CredentialWorld

beforeEach(() => {
  people = createCredentialWorld()
})

const isLast = (credential: Credential) => people.act((backend) => isLastCredential(backend, credential))

describe('the last credential', () => {
  it('is the only one that signs the user in, and cannot be given up', () => {
    const credential = people.add()
    expect(isLast(credential)).toBe(true)
    expect(() => people.act((backend) => assertNotLastCredential(backend, credential))).toThrow(
      expect.objectContaining({ key: 'lastCredential' }),
    )
  })

  it('is the last one also beside credentials that sign nobody in, or were not verified, or are of others', () => {
    const credential = people.add()
    const others = [
      people.add({ signInEnabled: false }),
      people.add({ verifiedAt: null }),
      people.add({ userId: people.environmentId }),
    ]
    expect([credential, ...others].map(isLast)).toEqual([true, false, false, true])
  })

  it('is none of two', () => {
    const [first, second] = [people.add(), people.add()]
    expect([isLast(first), isLast(second)]).toEqual([false, false])
    expect(() => people.act((backend) => assertNotLastCredential(backend, first))).not.toThrow()
  })

  it('is none of a user who signs in by no credential', () => {
    expect(isLast(people.add({ signInEnabled: false }))).toBe(false)
  })

  it('is none of two wallets of which neither commands the other', () => {
    const [first, second] = [people.add({ format: 'blockchain' }), people.add({ format: 'blockchain' })]
    for (const credential of [first, second]) people.addWallet(credential)
    expect([isLast(first), isLast(second)]).toEqual([false, false])
  })

  it('of a wallet is the last one although its smart wallet signs in too, which goes with it', () => {
    const wallet = people.add({ format: 'blockchain' })
    const smart = people.add({ format: 'blockchain' })
    people.addWallet(smart, { signerWalletId: wallet.id })
    expect([isLast(wallet), isLast(smart)]).toEqual([true, false])
  })
})

describe('a credential that a user loses', () => {
  /** The credential of the user and of a session after `lost` is gone, for which they stood. */
  function after(lost: Credential, present = lost.id) {
    return people.act((backend) => {
      const { store } = backend
      store.users.put({
        ...newRecord(backend),
        id: people.userId,
        environmentId: people.environmentId,
        lastCredentialId: present,
      } as User)
      const session = {
        ...newRecord(backend),
        environmentId: people.environmentId,
        userId: people.userId,
        credentialId: present,
        tokenId: '',
        audience: '',
        expiresAt: people.instant,
      }
      const { id } = store.sessions.put(session as Session)
      replaceCredential(backend, people.userId, lost.id)
      return [store.users.get(people.userId)?.lastCredentialId, store.sessions.get(id)?.credentialId]
    })
  }

  it('is replaced by the latest verified one in the user and the sessions', () => {
    const [lost, , latest] = [people.add(), people.add(), people.add()]
    people.add({ verifiedAt: null })
    people.add({ userId: people.environmentId })
    expect(after(lost)).toEqual([latest.id, latest.id])
  })

  it('is not replaced by itself, even if it is the latest one', () => {
    const [other, lost] = [people.add(), people.add()]
    expect(after(lost)).toEqual([other.id, other.id])
  })

  it('is replaced by nothing where no other one was verified', () => {
    people.add({ verifiedAt: null })
    expect(after(people.add())).toEqual([undefined, undefined])
  })

  it('leaves a user and sessions as they are that stand for another one', () => {
    const [present, lost] = [people.add(), people.add()]
    people.add()
    expect(after(lost, present.id)).toEqual([present.id, present.id])
  })
})
