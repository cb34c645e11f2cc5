/** Requests of EVM wallets that serve one address. This loads `ox`, so import it lazily. */
import type { components } from '@latchkey/types'
import * as Authorization from 'ox/Authorization'
import type * as Hex from 'ox/Hex'
import * as TxEnvelopeEip7702 from 'ox/TxEnvelopeEip7702'
import * as TypedData from 'ox/TypedData'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'
import {
  account,
  common,
  encode,
  openTransactions,
  paymentTo,
  type Served,
  token,
  transactionsOn,
  wrappedTransactions,
} from './evmTransactions.ts'
import { type GrantingTypedData, grantingTypedData, wrappingTypedData } from './evmTypedData.ts'
import { userOperations } from './evmUserOperations.ts'

type Schemas = components['schemas']
type Bytes = Hex.Hex
type Request = PolicyDisguise['request']

/** All requests that serve the address. */
export function evmDisguises({ address, wallet = account, chainId = 1 }: DisguiseInput): PolicyDisguise[] {
  // In capitals an address has no checksum, and `ox` would look for one.
  const to = address.toLowerCase() as Bytes
  const served = { to, wallet: wallet.toLowerCase() as Bytes, chainId }
  const input = { ...served, token, pay: paymentTo(to) } as const
  const typed = requestsOf(grantingTypedData(input))
  const visible = {
    ...openTransactions(served),
    ...wrappedTransactions(served),
    ...userOperations(served),
    ...authorizations(served),
    ...typed,
  }
  const digest = typedRequest(grantingTypedData(input).Permit as GrantingTypedData).message as Bytes
  const hidden = {
    ...requestsOf(wrappingTypedData({ account, chainId, digest })),
    'digest approved at a Safe': transactionsOn(chainId).onAccount(encode('approveHash(bytes32)', [digest])),
  }
  return [
    ...Object.entries(visible).map(([name, each]) => ({ name, request: each })),
    ...Object.entries(hidden).map(([name, each]) => ({ name, request: each, isHidden: true as const })),
  ]
}

const requestsOf = (all: Readonly<Record<string, GrantingTypedData>>): Record<string, Request> =>
  Object.fromEntries(Object.entries(all).map(([name, data]) => [name, typedRequest(data)]))

const one = `0x${'1'.repeat(64)}` as const

function typedRequest(evmTypedData: GrantingTypedData): Request {
  const message = TypedData.getSignPayload(evmTypedData as Parameters<typeof TypedData.getSignPayload>[0])
  return { message, isFormatted: true, context: { evmTypedData: evmTypedData as Schemas['SignMessageEvmTypedData'] } }
}

function authorization(address: Bytes, chainId: number): Request {
  const message = Authorization.getSignPayload({ address, chainId, nonce: 0n })
  return { message, isFormatted: true, context: { eip7702Auth: { address, chainId, nonce: 0 } } }
}

/** Authorizations of code (EIP-7702). */
function authorizations({ to, chainId }: Served): Record<string, Request> {
  return {
    'delegation to code': authorization(to, chainId),
    'delegation to code on every chain': authorization(to, 0),
    'delegation in a transaction': {
      message: TxEnvelopeEip7702.serialize(
        TxEnvelopeEip7702.from({
          ...common,
          chainId,
          to: account,
          authorizationList: [{ address: to, chainId, nonce: 1n, r: one, s: one, yParity: 0 }],
        }),
      ),
    },
  }
}
