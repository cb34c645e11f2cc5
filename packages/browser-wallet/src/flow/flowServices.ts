/** How FCL knows a wallet. */
export interface FlowLook {
  /** A UUID. */
  readonly id: string
  readonly name: string
  readonly icon: string
}

const service = { f_type: 'Service', f_vsn: '1.0.0', method: 'EXT/RPC' } as const

/** By which a page opens the wallet. */
export const endpointOf = (id: string): string => `ext:${id}`

/** Data that FCL sends back with each request to a service, by which the wallet knows that it is asked. */
const dataOf = (wallet: string, address?: string) => ({ wallet, address })

const providerOf = ({ name, icon }: FlowLook, address: string) => ({
  address,
  name,
  icon,
  description: 'A wallet for tests.',
})

/** The service by which a page asks for an account. It is in the list of the window. */
export const authnService = (look: FlowLook): object => ({
  ...service,
  type: 'authn',
  uid: `${look.name}#authn`,
  endpoint: endpointOf(look.id),
  id: look.id,
  identity: { address: '0x0' },
  provider: providerOf(look, '0x0'),
  data: dataOf(look.id),
})

/** The answer to a page that asks for an account: the address, and the services that sign for it. */
export function authnResponse(look: FlowLook, address: string): object {
  const common = {
    ...service,
    endpoint: endpointOf(look.id),
    id: address,
    identity: { address, keyId: 0 },
    provider: providerOf(look, address),
    data: dataOf(look.id, address),
  }
  return {
    f_type: 'AuthnResponse',
    f_vsn: '1.0.0',
    addr: address,
    services: ['authn', 'authz', 'user-signature'].map((type) => ({ ...common, type, uid: `${look.name}#${type}` })),
  }
}

/** A signature of the account's only key. @param signature - Hex. */
export const compositeSignature = (address: string, signature: string): object => ({
  f_type: 'CompositeSignature',
  f_vsn: '1.0.0',
  addr: address,
  keyId: 0,
  signature,
})
