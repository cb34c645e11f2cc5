export { fromEip1193, type Eip1193Options, type Eip1193Provider } from './browserWallets/eip1193.ts'
