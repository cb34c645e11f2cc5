export { createMock } from './createMock.ts'
export type { Mock, MockOptions } from './createMock.ts'
