import type { TestProject } from 'vitest/node'
import { bundleInspector } from '../../packaging/bundleInspector.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The code of the inspector, as it is published. */
    inspector: string
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('inspector', (await bundleInspector()).code)
}
