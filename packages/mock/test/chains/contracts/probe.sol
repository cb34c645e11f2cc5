// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
  function balanceOf(address owner) external view returns (uint256);
  function transfer(address to, uint256 amount) external returns (bool);
}

/// A contract that a probe creates.
contract Child {
  address public immutable parent = msg.sender;

  constructor() payable {}
}

/// Ends in the transaction that has created it, or later, where it only gives its balance away (EIP-6780).
contract Ending {
  uint256 public kept = 7;

  constructor() payable {}

  function end(address payable heir) external {
    selfdestruct(heir);
  }
}

/// Asks the chain whatever code can ask, and fails in every way.
contract Probe {
  error Refused(address caller, uint256 limit);
  event Counted(address indexed by, uint256 count);

  uint256 public count;
  mapping(uint256 => uint256) public slots;
  uint256 transient mark;

  constructor() payable {}

  receive() external payable {}

  function increment() external returns (uint256) {
    count += 1;
    emit Counted(msg.sender, count);
    return count;
  }

  function refuse() external view {
    revert Refused(msg.sender, 42);
  }

  function requireNever() external pure {
    require(false, 'never');
  }

  function panic(uint256 divisor) external pure returns (uint256) {
    return 1 / divisor;
  }

  function invalid() external pure {
    assembly {
      invalid()
    }
  }

  function spin() external view {
    while (gasleft() > 0) {}
  }

  function writeThenRevert() external {
    count += 100;
    emit Counted(msg.sender, count);
    revert('undone');
  }

  /// Catches the failure of an inner call, whose effects are undone alone.
  function tryInner() external returns (bool success) {
    count += 1;
    try this.writeThenRevert() {
      success = true;
    } catch {}
  }

  /// Frees a slot, for which gas is given back.
  function fill(uint256 slot, uint256 value) external {
    slots[slot] = value;
  }

  function context()
    external
    view
    returns (uint256 chain, uint256 number, uint256 time, uint256 baseFee, uint256 limit, address coinbase, uint256 price)
  {
    return (block.chainid, block.number, block.timestamp, block.basefee, block.gaslimit, block.coinbase, tx.gasprice);
  }

  function origin() external view returns (address, address) {
    return (tx.origin, msg.sender);
  }

  function hashOf(uint256 number) external view returns (bytes32) {
    return blockhash(number);
  }

  function transientMark() external returns (uint256 before) {
    before = mark;
    mark = 5;
  }

  function create() external payable returns (address) {
    return address(new Child{ value: msg.value }());
  }

  function create2(bytes32 salt) external payable returns (address) {
    return address(new Child{ value: msg.value, salt: salt }());
  }

  function createAndEnd(address payable heir) external payable returns (address ending) {
    Ending created = new Ending{ value: msg.value }();
    created.end(heir);
    return address(created);
  }

  function pay(address payable to, uint256 amount) external {
    (bool success, ) = to.call{ value: amount }('');
    require(success, 'not paid');
  }

  function balancesOf(IToken token, address first, address second) external view returns (uint256, uint256) {
    return (token.balanceOf(first), token.balanceOf(second));
  }

  function sendToken(IToken token, address to, uint256 amount) external {
    require(token.transfer(to, amount), 'not sent');
  }

  function trySendToken(IToken token, address to, uint256 amount) external returns (bool success, bytes memory data) {
    count += 1;
    return address(token).call(abi.encodeCall(IToken.transfer, (to, amount)));
  }

  function staticSend(IToken token, address to, uint256 amount) external view returns (bool success) {
    (success, ) = address(token).staticcall(abi.encodeCall(IToken.transfer, (to, amount)));
  }

  /// Runs the code of another contract on the storage of this one.
  function runAs(address code, bytes calldata data) external returns (bytes memory) {
    (bool success, bytes memory result) = code.delegatecall(data);
    require(success, 'not run');
    return result;
  }

  function recover(bytes32 hash, uint8 v, bytes32 r, bytes32 s) external pure returns (address) {
    return ecrecover(hash, v, r, s);
  }

  function nest(uint256 depth) external returns (uint256) {
    if (depth == 0) return ++count;
    return this.nest(depth - 1);
  }
}
