import fc from 'fast-check'
import { verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { type ModelTest, pick, type Service, stepsFor } from './runModel.ts'

type Wallet = Awaited<ReturnType<Service['mock']['wallets']['embedded']>>

interface Device {
  readonly wallet: Wallet
  /** The set of shares that it holds. */
  generation: number
  isLost: boolean
}

/** A wallet whose key is shared, and the devices of its user. */
interface Devices {
  readonly devices: Device[]
  /** The latest set of shares: a signature needs shares of this one. */
  generation: number
  backup: { readonly generation: number; readonly password: string } | undefined
}

const iterations = 1_000
const passwords = ['correct horse', 'battery staple'] as const

async function deviceAt(model: Devices, { mock }: Service, index: number): Promise<Device> {
  if (model.devices.length === 0) {
    const user = await mock.create.user({ email: 'ada@example.com' })
    const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
    model.devices.push({ wallet, generation: 0, isLost: false })
  }
  return pick(model.devices, index) as Device
}

const isCurrent = (model: Devices, { isLost, generation }: Device) => !isLost && generation === model.generation

/** Whether it succeeds has to be as the model says. @returns The result of a success */
async function attempt<T>(isExpected: boolean, work: () => Promise<T>): Promise<T | undefined> {
  const [result] = await Promise.allSettled([work()])
  expect(result.status, result.status === 'rejected' ? String(result.reason) : '').toBe(
    isExpected ? 'fulfilled' : 'rejected',
  )
  return result.status === 'fulfilled' ? result.value : undefined
}

function renew(model: Devices, device: Device): void {
  model.generation += 1
  device.generation = model.generation
}

const step = stepsFor<Devices>()
const any = fc.nat(3)
const anyPassword = fc.constantFrom(...passwords)

/** Embedded wallets and their devices: 25-embedded-wallets.md and 34-key-shares.md of the decisions. */
export const embeddedWallets: ModelTest<Devices> = {
  runs: 20,
  maximumSteps: 15,
  options: { providers: ['dynamic'] },
  create: () => ({ devices: [], generation: 0, backup: undefined }),
  steps: [
    step('sign', any, {
      async take(model, service, index) {
        const device = await deviceAt(model, service, index)
        const signature = await attempt(isCurrent(model, device), () => device.wallet.signMessage('hello'))
        if (signature === undefined) return
        const address = device.wallet.address as `0x${string}`
        expect(await verifyMessage({ address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)
      },
    }),
    step('refresh', any, {
      async take(model, service, index) {
        const device = await deviceAt(model, service, index)
        const mayRefresh = isCurrent(model, device)
        await attempt(mayRefresh, () => device.wallet.refresh())
        if (mayRefresh) renew(model, device)
      },
    }),
    step('reshare', fc.record({ index: any, scheme: fc.constantFrom('TWO_OF_TWO', 'TWO_OF_THREE') }), {
      async take(model, service, { index, scheme }) {
        const device = await deviceAt(model, service, index)
        const mayReshare = isCurrent(model, device)
        await attempt(mayReshare, () => device.wallet.reshare({ scheme }))
        if (mayReshare) renew(model, device)
      },
    }),
    step('export', any, {
      async take(model, service, index) {
        const device = await deviceAt(model, service, index)
        const key = await attempt(isCurrent(model, device), () => device.wallet.export())
        if (key !== undefined) expect(privateKeyToAddress(key as `0x${string}`)).toBe(device.wallet.address)
      },
    }),
    step('backUp', fc.record({ index: any, password: anyPassword }), {
      async take(model, service, { index, password }) {
        const device = await deviceAt(model, service, index)
        const mayBackUp = isCurrent(model, device)
        await attempt(mayBackUp, () => device.wallet.backUp({ password, iterations }))
        if (mayBackUp) model.backup = { generation: model.generation, password }
      },
    }),
    step('newDevice', fc.record({ index: any, password: anyPassword }), {
      isPossible: ({ devices }) => devices.length < 4,
      async take(model, service, { index, password }) {
        const device = await deviceAt(model, service, index)
        const hasBackup = model.backup?.generation === model.generation
        const mayOpen = hasBackup ? model.backup?.password === password : isCurrent(model, device)
        const wallet = await attempt(mayOpen, () => device.wallet.newDevice({ password, iterations }))
        if (!wallet) return
        if (!hasBackup) model.backup = { generation: model.generation, password }
        model.devices.push({ wallet, generation: model.generation, isLost: false })
      },
    }),
    step('lose', any, {
      async take(model, service, index) {
        const device = await deviceAt(model, service, index)
        device.wallet.loseDevice()
        device.isLost = true
      },
    }),
  ],
}
