/** @throws {@link TypeError} for a wrong argument, with its name and what it must be. */
export function assertArgument(isAccepted: unknown, name: string, expected: string): asserts isAccepted {
  if (!isAccepted) throw new TypeError(`"${name}" must be ${expected}.`)
}

/** @throws {@link TypeError} for an argument that is not an object, with its name and an example of one. */
export function assertObject(value: unknown, name: string, example: string): void {
  assertArgument(typeof value === 'object' && value, name, `an object, such as ${example}`)
}
