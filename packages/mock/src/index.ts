export { createMock } from './createMock.ts'
export type { Mock, MockOptions } from './createMock.ts'
export { policyDisguises } from './control/disguises/policyDisguises.ts'
export type { DisguiseInput, PolicyDisguise } from './control/disguises/disguise.ts'
