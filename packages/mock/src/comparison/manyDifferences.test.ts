import { expect, it } from 'vitest'
import { findSlow } from '../../test/fuzz/findSlow.ts'
import { createComparison } from './createComparison.ts'

const bodyOf = (fields: object) => new TextEncoder().encode(JSON.stringify(fields))

it('a reply with five thousand unknown fields costs no more than linear work', async () => {
  const comparison = await createComparison(() => false)
  // Names with digits could be data, and would be shown as one placeholder.
  const letters = (index: number) => String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`colour${letters(i)}`, i]))
  const observe = async () => {
    comparison.observe({
      method: 'POST',
      url: '/api/v0/organizations',
      requestHeaders: new Headers({ authorization: 'Bearer x', 'content-type': 'application/json' }),
      requestBody: bodyOf({ name: 'Harbour' }),
      status: 200,
      replyHeaders: new Headers({ 'content-type': 'application/json', 'x-request-id': 'r' }),
      replyBody: bodyOf({ id: '019bc0fd-89c0-7002-b4b8-000000000000', ...fields }),
    })
    return comparison.report()
  }
  expect(await findSlow([['comparing', observe]])).toEqual([])
  const [operation] = Object.values((await observe()).operations)
  expect(operation?.differences).toContainEqual(expect.objectContaining({ kind: 'unknownField' }))
})
