import type { TestProject } from 'vitest/node'
import { createConsumer, type InstalledPackages } from './consumer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    installedPackages: InstalledPackages
  }
}

/** Packs and installs the packages once for all test files. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const consumer = await createConsumer()
  provide('installedPackages', consumer.packages)
  return consumer.remove
}
