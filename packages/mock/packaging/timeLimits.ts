/**
 * Limits for the vitest of a project of a user. A busy machine needs more than its 5 seconds for a test, and more than
 * its second for what polls.
 */
export const vitestLimits = ['--testTimeout=600000', '--hookTimeout=600000', '--expect.poll.timeout=300000'] as const

/** Limits for Jest, likewise. */
export const jestLimit = '--testTimeout=600000'

/** A set-up file, in both forms of modules: the `findBy…` of Testing Library wait for a second by themselves. */
export const findForLonger = [
  {
    path: 'findForLonger.mjs',
    text: `import { configure } from '@testing-library/react'\nconfigure({ asyncUtilTimeout: 300_000 })\n`,
  },
  {
    path: 'findForLonger.cjs',
    text: `require('@testing-library/react').configure({ asyncUtilTimeout: 300_000 })\n`,
  },
] as const
