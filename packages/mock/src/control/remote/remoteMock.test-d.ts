import type { AptosNetwork } from '@latchkey/browser-wallet/wire'
import { expectTypeOf, it } from 'vitest'
import type { Mock } from '../../mock/createMock.ts'
import type { RemoteMock } from './remoteMock.ts'

declare const remote: RemoteMock
declare const local: Mock

it('has the names, arguments and results of the control object, as promises', async () => {
  expectTypeOf(remote.create.user).toEqualTypeOf<Mock['create']['user']>()
  expectTypeOf(remote.signIn).parameters.toEqualTypeOf<Parameters<Mock['signIn']>>()
  expectTypeOf(remote.outbox.email.last).returns.resolves.toEqualTypeOf<ReturnType<typeof local.outbox.email.last>>()
  expectTypeOf(remote.clock.advance).toEqualTypeOf<Mock['clock']['advance']>()
  expectTypeOf(remote.clock.isRunning).resolves.toEqualTypeOf<boolean>()
  expectTypeOf(remote.chain.balance).returns.resolves.toEqualTypeOf<string>()
  expectTypeOf(remote.idp.google.users).returns.resolves.toEqualTypeOf<ReturnType<typeof local.idp.google.users>>()
  expectTypeOf(remote.defaults).toEqualTypeOf(local.defaults)
  const wallet = await remote.wallets.evm()
  expectTypeOf(wallet.address).toEqualTypeOf<string>()
  expectTypeOf(wallet.message).returns.resolves.toEqualTypeOf<string>()
  const device = await remote.wallets.embedded('id', { chain: 'EVM' })
  expectTypeOf((await device.newDevice({ password: '' })).sign).toEqualTypeOf(device.sign)
  const aptos = await remote.wallets.browser({ chain: 'APTOS' })
  expectTypeOf(aptos.network).resolves.toEqualTypeOf<AptosNetwork>()
  expectTypeOf(aptos.nextRequest).returns.resolves.toHaveProperty('approve')
  expectTypeOf((await remote.wallets.browser()).chainId).resolves.toEqualTypeOf<number>()
  expectTypeOf(remote.exchanges.kraken.account('id').deposit).returns.resolves.toEqualTypeOf<void>()
})

it('has what every helper needs that takes either of the two', () => {
  const helper = async ({ create, signIn }: Pick<Mock, 'signIn'> & { create: Pick<Mock['create'], 'user'> }) =>
    signIn(await create.user())
  expectTypeOf(helper).toBeCallableWith(remote)
  expectTypeOf(helper).toBeCallableWith(local)
})

it('lacks what cannot cross HTTP', async () => {
  // @ts-expect-error It takes a function.
  remote.override('health.check', () => ({ status: 200 }))
  // @ts-expect-error Its keys stay in their process.
  remote.authenticator()
  // @ts-expect-error It takes a function.
  remote.journal.watch(() => undefined)
  // @ts-expect-error It takes a function.
  remote.webhooks.receive('https://hooks.example.com', () => new Response())
  // @ts-expect-error A connection is not the mock itself.
  await remote.fetch('https://api.example.com')
  // @ts-expect-error There is no such provider.
  await remote.idp.gogle.addUser()
  // @ts-expect-error There is no such unit.
  await remote.clock.advance({ weeks: 1 })
  // @ts-expect-error A wallet of Solana has no such option.
  await remote.wallets.browser({ chain: 'SOL', rdns: 'io.metamask' })
  const solana = await remote.wallets.browser({ chain: 'SOL' })
  // @ts-expect-error A wallet of Solana has no EVM chain.
  await solana.switchChain(1)
})
