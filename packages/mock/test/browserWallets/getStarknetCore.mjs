export { getStarknet } from '@starknet-io/get-starknet-core'
