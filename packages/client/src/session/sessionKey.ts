/** The key in the storage, unless an application chooses another one. */
export function sessionKeyOf(environmentId: string): string {
  return `latchkey.session.${environmentId}`
}
