import type { Chain } from '@latchkey/crypto/chainAddresses'
import {
  createNameService,
  deleteNameService,
  disableNameService,
  enableNameService,
  nameServiceAt,
  type NameServiceKey,
  presentNameService,
  writeMessage,
} from '../../domain/flows/accounts/nameServices.ts'
import type { ResourceOperations } from '../operation.ts'

export const nameServices = {
  get({ params, backend }) {
    return { status: 200, body: presentNameService(nameServiceAt(backend, placeOf(params))) }
  },
  async create({ params, body, backend }) {
    return { status: 201, body: presentNameService(await createNameService(backend, placeOf(params), body)) }
  },
  delete({ params, backend }) {
    deleteNameService(backend, nameServiceAt(backend, placeOf(params)))
    return { status: 204 }
  },
  enable({ params, backend }) {
    return {
      status: 200,
      body: presentNameService(enableNameService(backend, nameServiceAt(backend, placeOf(params)))),
    }
  },
  disable({ params, backend }) {
    return {
      status: 200,
      body: presentNameService(disableNameService(backend, nameServiceAt(backend, placeOf(params)))),
    }
  },
  async createMessage({ params, body, backend }) {
    const { message } = await writeMessage(backend, placeOf(params), body)
    return { status: 200, body: { unsignedMessage: message } }
  },
} satisfies ResourceOperations<'nameServices'>

function placeOf({ environmentId, chainName }: { environmentId: string; chainName: Chain }): NameServiceKey {
  return { environmentId, chain: chainName }
}
