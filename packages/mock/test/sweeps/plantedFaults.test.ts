import { describe, expect, it } from 'vitest'
import { createVitestTimers } from '../../src/kits/vitestTimers.ts'
import { watchUnhandled } from '../../src/kits/watchUnhandled.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { learnSweep } from '../../src/sweep/learnSweep.ts'
import type { AfterFailure, SweepResult } from '../../src/sweep/playCase.ts'
import { announcedIn, type FoundProvider, TestPage } from '../browserWallets/page.ts'
import { createFaultyApp, type FaultyApp } from './faultyApp.ts'
import { type PlantedFault, plantedFaults } from './plantedFaults.ts'

interface Context {
  readonly app: FaultyApp
  readonly mock: Mock
}

const recipient = '0x00000000000000000000000000000000000000bb'
const origin = createMock({ seed: 'planted', now: '2026-01-15T09:30:00.000Z' })
const ada = await origin.create.user({ email: 'ada@example.com', firstName: 'Ada' })

function stageOf(fault: PlantedFault | undefined) {
  let app: FaultyApp | undefined
  return {
    async run<T>(mock: Mock, work: (context: Context) => Promise<T>): Promise<T> {
      const wallet = await mock.wallets.browser()
      await mock.chain.fund(wallet.accounts[0] ?? '', { ether: '5' })
      const page = new TestPage()
      const uninstall = wallet.install(page)
      const { provider } = announcedIn(page)[0] as { provider: FoundProvider }
      const ask = (method: string, ...params: readonly unknown[]) => provider.request({ method, params })
      app = createFaultyApp({ mock, ask, recipient }, fault)
      try {
        return await work({ app, mock })
      } finally {
        uninstall()
      }
    },
    timers: createVitestTimers(),
    page: () => app?.html,
    pageBefore: () => app?.htmlBefore,
    watchUnhandled,
  }
}

/** Waits until the page shows a text. */
async function shows({ app }: Context, text: string): Promise<void> {
  for (let attempt = 1; attempt <= 30 && !app.html.includes(text); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 500))
  expect(app.html).toContain(text)
}

/** Signs in, renames, pays and signs out. */
async function walk(context: Context): Promise<void> {
  const { app, mock } = context
  app.type('email', 'ada@example.com')
  app.press('Send')
  await shows(context, 'Enter the code')
  app.type('code', mock.outbox.email.last('ada@example.com')?.code ?? '')
  app.press('Sign in')
  await shows(context, 'Name: Ada')
  app.type('name', 'Grace')
  app.press('Rename')
  await shows(context, 'Name: Grace')
  app.press('Pay')
  await shows(context, 'Paid')
  app.press('Sign out')
  await shows(context, 'Goodbye')
}

/** Demands that the page says only true things, in words for people. */
async function isHonest({ context: { app, mock }, outcome }: AfterFailure<Context>): Promise<void> {
  expect(app.html).not.toContain('{')
  const paid = Number(mock.chain.balance(recipient))
  expect(paid).toBeLessThanOrEqual(1)
  if (app.html.includes('Paid')) expect(paid).toBe(1)
  const { users } = await mock.people.list()
  const found = users.find(({ id }) => id === ada.id)
  if (outcome === 'passes' && found) expect(found.firstName).toBe('Grace')
  // A page that says what has failed may still show the former name.
  if (!app.html.includes('Name: ') || !app.html.includes('<p role="alert"></p>')) return
  if (found) expect(app.html).toContain(`Name: ${found.firstName}`)
}

async function sweep(fault?: PlantedFault, only?: string): Promise<SweepResult[]> {
  const results: SweepResult[] = []
  const { cases } = await learnSweep<Context>({
    origin,
    stage: stageOf(fault),
    body: walk,
    only,
    onRefusal: isHonest,
    async onNetwork(after) {
      await isHonest(after)
      expect(after.context.app.html).not.toContain('code is wrong')
    },
    isSignedIn: ({ app }) => app.html.includes('Sign out'),
  })
  for (const { play } of cases) results.push(await play())
  return results
}

const isFull = process.env.LATCHKEY_TESTS === 'full'

describe('a sweep', () => {
  it('reports nothing of an app that has none of the faults', async () => {
    const results = await sweep()
    expect(results.length).toBeGreaterThan(100)
    expect(results.filter(({ fault }) => fault !== undefined)).toEqual([])
  })

  // The first tier runs the case that finds the fault; the full one all cases of each app.
  it.each(Object.entries(plantedFaults) as [PlantedFault, { name: string; outcome: string }][])(
    'finds that an app %s',
    async (fault, { name, outcome }) => {
      const results = await sweep(fault, isFull ? undefined : name)
      const found = results.find((each) => each.name === name)
      expect(found).toMatchObject({ outcome, fault: expect.any(String) })
    },
  )
})
