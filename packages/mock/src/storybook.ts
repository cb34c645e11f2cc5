export { failuresOf } from './kits/storyFailures.ts'
export { createPreview } from './kits/storyPreview.ts'
export type {
  LatchkeyParameters,
  LatchkeyPreview,
  PreviewOptions,
  StoryContext,
  StoryMock,
} from './kits/storyPreview.ts'
export type { OpenSession, Person } from './kits/openSession.ts'
export type { FailingCalls, FailureToolbar } from './kits/storyFailures.ts'
