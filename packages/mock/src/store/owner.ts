/**
 * Names who may change a tree node in place; nodes of any other owner are copied first.
 *
 * A number rather than an object, so that nodes keep nothing else alive.
 */
export type Owner = number

let lastOwner: Owner = 0

/** Creates an owner that no existing node has. It never becomes visible, so a module-wide counter is safe. */
export function createOwner(): Owner {
  lastOwner += 1
  return lastOwner
}
