import { defined } from '@latchkey/base/defined'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { bodyExample } from '../contract/documentExamples.ts'
import { unknownId } from '../contract/environmentRefusals.ts'
import { idsOf, postBoxes, postToRelay } from '../people/waasDevice.ts'
import { createSharedWallet, enableWaas, type SharedWallet, signedIn } from '../people/waasPeople.ts'

const host = createHost({ mockPer: 'file' })
const rows = Object.entries(operationTable) as [OperationId, OperationRow][]
const ofWallets = rows.flatMap(([id, { path }]) => (path.includes('{walletId}') ? [id] : []))

let token: string
let ownWallet: SharedWallet
/** A wallet of the other environment, and a room of it. */
let foreign: { readonly walletId: string; readonly roomId: string; readonly party: string }

beforeAll(async () => {
  const { live } = host.mock.defaults.environments
  await enableWaas(host)
  ;({ token } = await signedIn(host))
  ownWallet = await createSharedWallet(host, token)
  await host.mock.create.provider({ provider: 'dynamic' }, { environmentId: live.id })
  const grace = await host.mock.create.user({ email: 'grace@example.com' }, { environmentId: live.id })
  const wallet = await host.mock.wallets.embedded(grace, { chain: 'EVM' })
  const [party = ''] = wallet.shares.map(({ keygenId }) => keygenId)
  const { body } = await host.call('waas.signMessage', {
    token: (await host.mock.signIn(grace)).token,
    params: { environmentId: live.id, walletId: wallet.walletId },
    body: { message: 'hello' },
  })
  foreign = { walletId: wallet.walletId, roomId: body.roomId, party }
})

/** Operations that need nothing but a wallet whose key is shared. The body of the other one names a user. */
const ofSharedWallets = ofWallets.filter(
  (id) => /^(keyShares|waas|waasRooms|wallets)\./.test(id) && id !== 'keyShares.markLocationsForPregenerated',
)

/** Calls an operation on a wallet, by a credential of the sandbox. */
async function callOn(id: OperationId, walletId: string) {
  const { auth } = operationTable[id] as OperationRow
  const { sandbox } = host.mock.defaults.environments
  const { body, type } = bodyExample(operationTable[id])
  const credential = { environment: sandbox.token, member: host.mock.defaults.admin.token }[auth as string] ?? token
  const response = await host.fetch(urlOf(id, walletId), {
    method: (operationTable[id] as OperationRow).method,
    headers: { authorization: `Bearer ${credential}`, ...(type && { 'content-type': type }) },
    ...defined({ body }),
  })
  return { status: response.status, body: await response.text() }
}

function urlOf(id: OperationId, walletId: string): string {
  const environmentId = host.mock.defaults.environments.sandbox.id
  const values: Record<string, string> = { environmentId, walletId }
  return (
    host.mock.baseUrl + operationTable[id].path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? unknownId)
  )
}

describe('a wallet of another environment is like one that does not exist, and nothing of it is learned', () => {
  it.each(ofWallets)('%s', async (id) => {
    const before = host.mock.export().tables
    const reply = await callOn(id, foreign.walletId)
    expect(reply).toMatchObject({ status: 404 })
    expect(reply).toEqual(await callOn(id, unknownId))
    for (const table of ['wallets', 'keySets', 'rooms', 'keyShareBackups'])
      expect(host.mock.export().tables[table]).toEqual(before[table])
  })

  it.each(ofSharedWallets)("%s finds the caller's own, so that it is the wallet that it has not found", async (id) => {
    const beginning = host.mock.snapshot()
    expect((await callOn(id, ownWallet.walletId)).status).not.toBe(404)
    host.mock.restore(beginning)
  })
})

describe('a room of another environment is like one that does not exist', () => {
  it('as a room that was opened in advance', async () => {
    const refuse = (roomId: string) =>
      host.refuse('waas.signMessage', {
        token,
        params: { walletId: ownWallet.walletId },
        body: { message: 'hello', roomId },
      })
    const refusal = await refuse(foreign.roomId)
    expect(refusal).toMatchObject({ status: 400, code: 'bad_request' })
    expect(refusal.body).toEqual((await refuse(unknownId)).body)
  })

  it('at the relay, for the parties of another wallet', async () => {
    const protocol = 'latchkey-1'
    const parties = idsOf(ownWallet.parties.map(({ identity }) => identity))
    const join = (roomId: string) => postToRelay(host.mock, `${roomId}/join`, { protocol, parties })
    const refusal = await join(foreign.roomId)
    expect(refusal).toMatchObject({ status: 404 })
    expect(refusal).toEqual(await join(unknownId))
    expect(
      (await postToRelay(host.mock, `${foreign.roomId}/join`, { protocol, parties: [foreign.party] })).status,
    ).toBe(200)
    const post = await postBoxes(host.mock, foreign.roomId, { from: parties[0] ?? '', boxes: [] })
    expect(post).toEqual(await postBoxes(host.mock, unknownId, { from: parties[0] ?? '', boxes: [] }))
  })
})
