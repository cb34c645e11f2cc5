import { assertObject } from '../shared/assertArgument.ts'

const readers = {
  /** Keyboards of phones add a space when they complete an address. */
  email: (text: string) => text.trim(),
  verificationToken: readCode,
  code: readCode,
}

/** People paste codes with spaces and hyphens, and keyboards of East Asia write full-width digits. */
function readCode(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '')
}

/**
 * A request whose address and code, which a person has typed or pasted, are as the service takes them. The service says
 * in words what is wrong with anything else.
 */
export function readTyped<B extends object>(body: B): B {
  assertObject(body, 'body', '{ email }, as the operation takes it')
  const typed = Object.entries(readers).flatMap(([name, read]) => {
    const text: unknown = Object(body)[name]
    return typeof text === 'string' ? [[name, read(text)]] : []
  })
  return typed.length > 0 ? { ...body, ...Object.fromEntries(typed) } : body
}
