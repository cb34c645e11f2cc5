export { default } from './kits/jestEnvironment.ts'
