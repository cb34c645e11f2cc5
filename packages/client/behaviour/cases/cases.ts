import type { Case } from './case.ts'
import { credentials } from './credentials.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { replies } from './replies.ts'
import { retries } from './retries.ts'
import { secrets } from './secrets.ts'
import { walks } from './walks.ts'

/** All rows of the table, in its order. */
export const cases: readonly Case[] = [...retries, ...limits, ...replies, ...credentials, ...keys, ...secrets, ...walks]
