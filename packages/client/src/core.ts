// What the published entries share is one file of the build (see tsup.config.ts): each with a copy of its own would have
// errors of its own, and each further file would make loading slower. Nothing in src/ imports this one.
export * from './auth.ts'
export * from './createTransport.ts'
export * from './errors.ts'
export * from './listOperation.ts'
export * from './operation.ts'
export * from './pipeline.ts'
export * from './readReply.ts'
export * from './redirect.ts'
export * from './retry.ts'
export * from './tokenCache.ts'
export * from './url.ts'
