import type { BodyFormat } from './operation.ts'
import { encodeQuery } from './url.ts'

/** The body of an HTML form. */
export const form: BodyFormat = { type: 'application/x-www-form-urlencoded', encode: encodeQuery }
