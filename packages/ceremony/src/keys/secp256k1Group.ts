import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createGroup } from './group.ts'

export const secp256k1Group = /* @__PURE__ */ createGroup(secp256k1.Point)
