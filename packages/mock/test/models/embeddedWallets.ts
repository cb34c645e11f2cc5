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
  /** How often the key had been reshared then. */
  reshares: number
  isLost: boolean
}

/** A wallet whose key is shared, and the devices of its user. */
interface Devices {
  readonly devices: Device[]
  /** The latest set of shares: a signature needs shares of this one. */
  generation: number
  reshares: number
  backup: Backup | undefined
}

/** The service cannot look into a backup, so it takes older shares as well. New shares end every backup. */
interface Backup {
  /** The set of the shares in it. */
  readonly generation: number
  /** The latest set when it was made. */
  readonly madeAt: number
  readonly password: string
}

const iterations = 1_000
const passwords = ['correct horse', 'battery staple'] as const

async function deviceAt(model: Devices, { mock }: Service, index: number): Promise<Device> {
  if (model.devices.length === 0) {
    const user = await mock.create.user({ email: 'ada@example.com' })
    const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
    model.devices.push({ wallet, generation: 0, reshares: 0, isLost: false })
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

function backupOf(model: Devices, { generation }: Device, password: string): Backup {
  return { generation, madeAt: model.generation, password }
}

/** Whether a device still has shares of the present parties. The model does not follow backups of others. */
function hasParties({ devices, reshares }: Devices, { index }: { readonly index: number }): boolean {
  const device = pick(devices, index)
  return !device || device.isLost || device.reshares === reshares
}

const step = stepsFor<Devices>()
const any = fc.nat(3)
const anyPassword = fc.constantFrom(...passwords)

/** Embedded wallets and their devices: 25-embedded-wallets.md and 34-key-shares.md of the decisions. */
export const embeddedWallets: ModelTest<Devices> = {
  runs: 20,
  maximumSteps: 15,
  options: { providers: ['dynamic'] },
  create: () => ({ devices: [], generation: 0, reshares: 0, backup: undefined }),
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
        if (!mayReshare) return
        renew(model, device)
        model.reshares += 1
        device.reshares = model.reshares
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
      isPossible: hasParties,
      async take(model, service, { index, password }) {
        const device = await deviceAt(model, service, index)
        await attempt(!device.isLost, () => device.wallet.backUp({ password, iterations }))
        if (!device.isLost) model.backup = backupOf(model, device, password)
      },
    }),
    step('newDevice', fc.record({ index: any, password: anyPassword }), {
      isPossible: (model, input) => model.devices.length < 4 && hasParties(model, input),
      async take(model, service, { index, password }) {
        const device = await deviceAt(model, service, index)
        const hasBackup = model.backup?.madeAt === model.generation
        const mayOpen = hasBackup ? model.backup?.password === password : !device.isLost
        const wallet = await attempt(mayOpen, () => device.wallet.newDevice({ password, iterations }))
        if (!wallet) return
        const backup = (hasBackup && model.backup) || backupOf(model, device, password)
        model.backup = backup
        const { generation } = backup
        model.devices.push({ wallet, generation, reshares: model.reshares, isLost: false })
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
