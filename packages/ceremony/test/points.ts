/** Hex of points that no party may send. */
export const wrongPoints: Readonly<Record<'secp256k1' | 'ed25519', (readonly [name: string, point: string])[]>> = {
  secp256k1: [
    ['the identity', '00'],
    ['33 zero bytes', '00'.repeat(33)],
    ['a point off the curve', `02${'00'.repeat(31)}05`],
  ],
  ed25519: [
    ['the identity', `01${'00'.repeat(31)}`],
    ['a point of order 2', `ec${'ff'.repeat(30)}7f`],
    ['a point of order 4', '00'.repeat(32)],
    ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['the base point with a point of order 2 added', `95${'99'.repeat(31)}`],
  ],
}
