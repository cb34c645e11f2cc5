import { method } from './abi.ts'

/** The functions by which a contract agrees to receive tokens (ERC-721, ERC-1155). */
export const tokenReceiver = [
  method(
    'function onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)',
    () => '0x150b7a02' as const,
  ),
  method(
    'function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data) returns (bytes4)',
    () => '0xf23a6e61' as const,
  ),
  method(
    'function onERC1155BatchReceived(address operator, address from, uint256[] ids, uint256[] values, bytes data) returns (bytes4)',
    () => '0xbc197c81' as const,
  ),
]
