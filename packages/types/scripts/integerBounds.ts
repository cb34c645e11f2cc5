/**
 * Bounds every integer of the document without other bounds to -(2^53 - 1) … 2^53 - 1.
 *
 * `JSON.parse` rounds larger integers, so their value is lost before any check.
 */
export function boundIntegers(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && isInteger(node)) {
    node.minimum ??= Number.MIN_SAFE_INTEGER
    node.maximum ??= Number.MAX_SAFE_INTEGER
  }
  for (const value of Object.values(node)) boundIntegers(value)
}

function isInteger(node: object): node is { type: unknown; minimum?: number; maximum?: number } {
  return 'type' in node && [node.type].flat().includes('integer')
}
