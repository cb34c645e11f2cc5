import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** The error of a request whose parameters the protocol does not allow: no such tool, no such page. */
export function invalidParams(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
}
