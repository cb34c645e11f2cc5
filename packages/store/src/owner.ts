/**
 * Identifies the transaction that may change a tree node in place. Nodes of any other owner are copied first.
 *
 * A number and not an object, so that nodes keep nothing else in memory.
 */
export type Owner = number

let lastOwner: Owner = 0

/** Creates an owner that no existing node has. Users never see it, so a counter of the module is safe. */
export function createOwner(): Owner {
  lastOwner += 1
  return lastOwner
}
