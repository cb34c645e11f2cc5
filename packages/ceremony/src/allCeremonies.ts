import { ceremonyOf } from './ceremonies/ceremonies.ts'
import { createParties } from './party.ts'

export const { join, step } = /* @__PURE__ */ createParties(ceremonyOf)
