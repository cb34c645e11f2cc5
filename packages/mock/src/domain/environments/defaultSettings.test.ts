import { ProjectSettings } from '@latchkey/types/zod'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from './defaultSettings.ts'

describe('defaultSettings', () => {
  it('fits the document for both environments', () => {
    for (const environmentName of ['sandbox', 'live'] as const)
      expect(ProjectSettings.safeParse({ ...defaultSettings(environmentName), environmentName }).error).toBeUndefined()
  })
})
