import { ed25519 } from '@noble/curves/ed25519.js'
import { createGroup, type Curve, type Group } from './group.ts'
import { secp256k1Group } from './secp256k1Group.ts'

export const groups: Readonly<Record<Curve, Group>> = {
  ed25519: createGroup(ed25519.Point),
  'secp256k1-bip340': secp256k1Group,
  'secp256k1-ecdsa': secp256k1Group,
}
