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

/// A registry of names that answers as that of ENS does (EIP-137). Anybody may write in it.
contract NameRegistry {
  mapping(bytes32 => address) public owner;
  mapping(bytes32 => address) public resolver;

  function set(bytes32 node, address owner_, address resolver_) external {
    owner[node] = owner_;
    resolver[node] = resolver_;
  }
}

/// A resolver of names (EIP-137, EIP-181, EIP-634). Anybody may write in it.
contract NameResolver {
  mapping(bytes32 => address) public addr;
  mapping(bytes32 => string) public name;
  mapping(bytes32 => mapping(string => string)) public text;

  function setAddr(bytes32 node, address addr_) external {
    addr[node] = addr_;
  }

  function setName(bytes32 node, string calldata name_) external {
    name[node] = name_;
  }

  function setText(bytes32 node, string calldata key, string calldata value) external {
    text[node][key] = value;
  }
}

/// Keeps names for others, as the wrapper of ENS does: the registry says that it is their owner, and it says who is.
contract NameWrapper {
  mapping(uint256 => address) public ownerOf;

  function set(uint256 node, address owner) external {
    ownerOf[node] = owner;
  }
}
