import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the mock decides about requests. */
const rooms = ['domain', 'http', 'operations']
/** A text that begins with the path of a field and a colon, as in `amount: is greater than 0`. */
const colon = /['"`](?:[a-z]\w*|\$\{[^}]*\})(?:\.(?:\w+|\$\{[^}]*\}))*: [a-z$]/
/** A text about a field that says what the field is not, as in `amount is not a number`. */
const denial = /['"`](?:[a-z]\w*(?:\.\w+)*|\$\{[^}]*\}) (?:is not|is no|is missing|has no|does not|cannot)\b/

/** Lines of code that refuse a request in such words. */
function wrongLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /message|refus|assert/i.test(line) && (colon.test(line) || denial.test(line)))
}

it('each refusal of a field says what must be', () => {
  const files = globSync([`packages/mock/src/{${rooms.join()}}/**/*.ts`, 'packages/crypto/src/**/*.ts'], {
    cwd: root,
  }).filter((file) => !file.endsWith('.test.ts'))
  const lines = files.flatMap((file) =>
    wrongLines(readFileSync(`${root}/${file}`, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(lines).toEqual([])
})

it.each([
  "assert(amount > 0, 'validationFailed', { message: 'amount: is greater than 0.' })",
  'assert(known, "unknownField", { message: `${name}.${field}: nobody knows it.` })',
  "refuse(isKnown, 'networks is not a list.')",
  'throw refusal(`${field} cannot be read.`)',
])('the check of refusals finds %s', (line) => {
  expect(wrongLines(line)).toEqual([line])
})

it.each([
  "assert(amount > 0, 'validationFailed', { message: 'amount must be greater than 0.' })",
  "assert(room, 'unusableRoom', { message: 'This room is not usable: it has expired.' })",
])('the check of refusals lets %s pass', (line) => {
  expect(wrongLines(line)).toEqual([])
})

it('a refusal for a missing record names its kind', () => {
  const files = globSync('packages/{base,chains,crypto,mock,store}/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const unnamed = files.filter((file) => /'recordNotFound',?\s*\)/.test(readFileSync(`${root}/${file}`, 'utf8')))
  expect(unnamed).toEqual([])
})
