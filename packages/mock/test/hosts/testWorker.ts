import { createWorker, createWorldObject } from '../../src/cloudflare.ts'
import type { ObjectContext, ObjectStorage } from '../../src/hosts/cloudflarePlatform.ts'

/** The Worker of the tests: its objects can be evicted, and their storage can fail. */
export default createWorker()

interface TestContext extends ObjectContext {
  readonly storage: ObjectStorage & { getAlarm(): Promise<number | null> }
  abort(reason: string): void
}

const Base = createWorldObject({ providers: ['emailOnly', 'google'], signing: 'ES256' })

export class TestWorld extends Base {
  readonly #context: TestContext
  readonly #failure: { isOn: boolean }

  constructor(context: TestContext, env: object) {
    const failure = { isOn: false }
    super({ storage: failingStorage(context.storage, failure) }, env)
    this.#context = context
    this.#failure = failure
  }

  override async fetch(request: Request): Promise<Response> {
    const test = /\/test\/(\w+)$/.exec(new URL(request.url).pathname)?.[1]
    if (test === 'evict') this.#context.abort('evicted')
    if (test === 'alarm') return Response.json(await this.#context.storage.getAlarm())
    if (test === 'fail' || test === 'mend') {
      this.#failure.isOn = test === 'fail'
      return Response.json({})
    }
    if (test === 'spoil') {
      const statement = `UPDATE records SET json = replace(json, '"version":1,', '"version":99,') WHERE id = 'origin 0'`
      return Response.json([...this.#context.storage.sql.exec(statement)])
    }
    return super.fetch(request)
  }
}

/** A world that has the API tokens of its original. */
export class SharingWorld extends createWorldObject({ providers: ['emailOnly'] }, { shareTokens: true }) {}

/** A world that posts its text messages. */
export class TextingWorld extends createWorldObject({ providers: ['sms'], sms: 'https://texts.example.com/sms' }) {}

/** A storage whose second write in a transaction fails. */
function failingStorage(storage: ObjectStorage, failure: { readonly isOn: boolean }): ObjectStorage {
  let writes = 0
  return {
    sql: {
      exec(query, ...bindings) {
        if (failure.isOn && query.startsWith('INSERT') && ++writes % 2 === 0) throw new Error('The disk is full.')
        return storage.sql.exec(query, ...bindings)
      },
    },
    transactionSync: (work) => storage.transactionSync(work),
    setAlarm: (at) => storage.setAlarm(at),
    deleteAlarm: () => storage.deleteAlarm(),
    deleteAll: () => storage.deleteAll(),
  }
}
