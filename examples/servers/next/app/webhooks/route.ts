export { receive as POST } from '../../../latchkey.ts'
