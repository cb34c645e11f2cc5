/** Declarations in Solidity that are only known at run time. This loads `ox`, so import it lazily. */
import * as AbiError from 'ox/AbiError'
import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'

// The types of the library read a declaration from its literal type. For any other text they say that it may be a
// declaration of every kind.

/** @param signature - Such as `function transfer(address to, uint256 amount) returns (bool)`. */
export const functionOf = (signature: string): AbiFunction.AbiFunction =>
  AbiFunction.from<string>(signature) as AbiFunction.AbiFunction

/** @param signature - Such as `event Transfer(address indexed from, address indexed to, uint256 value)`. */
export const eventOf = (signature: string): AbiEvent.AbiEvent => AbiEvent.from<string>(signature) as AbiEvent.AbiEvent

/** @param signature - Such as `error OwnableUnauthorizedAccount(address account)`. */
export const errorOf = (signature: string): AbiError.AbiError => AbiError.from<string>(signature) as AbiError.AbiError
