import { expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { loadEvm } from './loadEvm.ts'

it('loads a module that createMock takes', async () => {
  expect(createMock({ evm: await loadEvm() }).baseUrl).toBe('https://api.latchkey.test')
})

it('says what to install where the package is missing', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'))
  await expect(loadEvm(missing)).rejects.toThrow('Run: npm install --save-dev @ethereumjs/evm')
})
