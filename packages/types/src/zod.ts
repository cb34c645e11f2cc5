export * from './generated/zod.ts'
