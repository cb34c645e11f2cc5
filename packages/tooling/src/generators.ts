/**
 * Every script that writes committed files, from the root of the repository. A script reads what those before it write.
 */
export const generators = [
  'packages/types/scripts/generate.ts',
  'packages/client/scripts/generateOperations.ts',
  'packages/mock/scripts/generateResources.ts',
  'packages/mock/scripts/generatePageScript.ts',
  'packages/mock/scripts/generateScenario.ts',
  'packages/mock/scripts/generateNamesSchema.ts',
  'packages/mock/scripts/generateOptions.ts',
  'packages/client/scripts/generateDocs.ts',
  'packages/mutation/scripts/generatePage.ts',
  'packages/mock/scripts/generateSkills.ts',
]
