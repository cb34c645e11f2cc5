import {
  createTestAccount,
  deleteTestAccount,
  findTestAccount,
  presentTestAccount,
} from '../../domain/contacts/testAccounts.ts'
import type { ResourceOperations } from '../operation.ts'

export const testAccount = {
  get({ backend, params }) {
    return { status: 200, body: presentTestAccount(findTestAccount(backend, params.environmentId)) }
  },

  create({ backend, params }) {
    return { status: 201, body: presentTestAccount(createTestAccount(backend, params.environmentId)) }
  },

  delete({ backend, params }) {
    deleteTestAccount(backend, params.environmentId)
    return { status: 204 }
  },
} satisfies ResourceOperations<'testAccount'>
