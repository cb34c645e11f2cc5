// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import '@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol';
import '@openzeppelin/contracts/interfaces/IERC1271.sol';
import '@openzeppelin/contracts/utils/cryptography/ECDSA.sol';

/// A vault of tokens.
contract Vault is ERC4626 {
  constructor(IERC20 asset) ERC4626(asset) ERC20('Vault', 'vGLD') {}
}

/// A wallet whose owner signs for it.
contract OwnedWallet is IERC1271 {
  address public immutable owner;

  constructor(address owner_) {
    owner = owner_;
  }

  function isValidSignature(bytes32 hash, bytes memory signature) external view returns (bytes4) {
    (address signer, ECDSA.RecoverError problem) = ECDSA.tryRecover(hash, signature);
    return problem == ECDSA.RecoverError.NoError && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
  }
}

/// Deploys wallets, each at an address that follows from its owner.
contract WalletFactory {
  function deploy(address owner) external returns (address) {
    address wallet = addressOf(owner);
    if (wallet.code.length == 0) new OwnedWallet{salt: 0}(owner);
    return wallet;
  }

  function addressOf(address owner) public view returns (address) {
    bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
    return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
  }
}
