import { expect, it, vi } from 'vitest'

it('lets a test wait for longer than a second, and as long as it says itself', async () => {
  const begun = performance.now()
  const isOver = () => performance.now() - begun > 1_200
  await vi.waitFor(() => expect(isOver()).toBe(true))
  await expect(vi.waitFor(() => Promise.reject(new Error('never')), 1)).rejects.toThrow('never')
  await expect(vi.waitUntil(() => false, 1)).rejects.toThrow('Timed out')
})
