import type { Mock } from '@latchkey/mock'
import { base } from 'viem/chains'
import { delegation } from '../delegation.ts'

const paymasterAddress = '0x00000000000000000000000000000000000fee01'

/** Lets the app pay the fees of accounts that delegate: the environment has smart wallets with a paymaster. */
export async function sponsorBatches(mock: Mock): Promise<void> {
  await mock.create.provider({
    provider: 'zerodev',
    enableEIP7702: true,
    vendorKernelDelegationAddress: delegation,
    paymasterAddress,
  })
  await mock.settings.patch({ sdk: { accountAbstraction: { allUsers: true } } })
  await mock.chain.fund(paymasterAddress, { ether: '1' }, base.id)
}
