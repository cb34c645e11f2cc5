import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { newRecord } from '@latchkey/base/newRecord'
import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { transact } from '../../world/world.ts'
import { evaluateAccess } from '../access/access.ts'
import { createAllowlistEntry } from '../access/allowlists.ts'
import { holderOfEmail } from '../contacts/emails.ts'
import { createUser } from '../flows/users/users.ts'
import type { Backend } from './backend.ts'

describe('asciiLowerCase', () => {
  it('lowers the capitals of ASCII', () => {
    expect(asciiLowerCase('Ada.KRAKEN@Example.COM-09_Z')).toBe('ada.kraken@example.com-09_z')
    expect(asciiLowerCase(undefined)).toBeUndefined()
  })

  it('leaves all other letters, including those that would become ASCII', () => {
    const others = '\u212araken \u0130stanbul ÄÖ \u212b \u017f'
    expect(asciiLowerCase(others)).toBe(others)
    expect('\u212a'.toLowerCase()).toBe('k')
  })
})

describe('an identity with a letter that looks like one of ASCII', () => {
  const environmentId = '00000000-0000-7000-8000-000000000004'
  const inWorld = <T>(ask: (backend: Backend) => T) => transact(createTestWorld(), ask)

  it('is not the e-mail address of somebody else', async () => {
    const users = await inWorld((backend) => {
      const user = createUser(backend, environmentId, {
        email: 'kim@example.com',
        emailVerifiedAt: backend.clock.iso(),
      })
      return ['kim@example.com', 'KIM@Example.com', '\u212aim@example.com'].map(
        (email) => holderOfEmail(backend, environmentId, email)?.id === user.id,
      )
    })
    expect(users).toEqual([true, true, false])
  })

  it('does not match the user name on a list', async () => {
    const lists = await inWorld((backend) => {
      const list = {
        ...newRecord(backend),
        environmentId,
        name: 'Friends',
        scope: null,
        outcome: 'siteAccess' as const,
        enabledAt: backend.clock.iso(),
      }
      backend.store.allowlists.insert(list)
      createAllowlistEntry(backend, list, { discordUsername: 'kim' })
      const { id: userId } = createUser(backend, environmentId, { firstName: 'Kim' })
      return ['KIM', '\u212aim'].map((username) => {
        const credentials = [
          {
            ...newRecord(backend),
            environmentId,
            userId,
            format: 'oauth' as const,
            key: `discord:${username}`,
            provider: 'discord' as const,
            username,
            signInEnabled: true,
            verifiedAt: backend.clock.iso(),
          },
        ]
        return evaluateAccess(backend, { environmentId, wallets: [], emails: [], credentials }).lists
      })
    })
    expect(lists).toEqual([['Friends'], []])
  })
})
