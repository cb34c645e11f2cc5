import type { KeyPair } from './developmentKeys.ts'

/**
 * The key that the simulated identity providers sign their ID tokens with. It is fixed, so that tokens stay the same
 * from run to run, and it is not the key of any environment. It is public, like this file, and protects nothing.
 */
export const providerKey: KeyPair = {
  algorithm: 'RS256',
  kid: 'KXKMN5DigLk3yNGCQcp-jQHCMII807Dt_PjSXaTdn3c',
  publicJwk: {
    kty: 'RSA',
    n:
      'oyS7IfigpN7uxQiVhwxW3fT7FFkL1RcZxqQKrmJ3cvaLt-NfWsW8BXMgxELfqMNum5rSOISgN-HdX3KzVCEIp7r0mZ4E4-E9' +
      'arrXh27iOh25xv3IG3Ajd9LKd3i-AX44yEVL91rL8wvaUvSWOpXDfQGiijLinUXPYznOV5llNauhE0mEEh2qR7gLJ1FLJupi' +
      'mlfGNws0S9eMaVt6lSMJh9nWDcblF2NxGbqfiSRvAmkbUbSrAYsO_BYiKyd1tCKkOsTVnKeZcc7k_1WNGJqaQYtUUMBALoHx' +
      'FpPgCKaF5IWHvbSXGfqimV82GaS4ni5hh1WCO3mYGU1ZWmmu4oPKyQ',
    e: 'AQAB',
  },
  privateJwk: {
    kty: 'RSA',
    n:
      'oyS7IfigpN7uxQiVhwxW3fT7FFkL1RcZxqQKrmJ3cvaLt-NfWsW8BXMgxELfqMNum5rSOISgN-HdX3KzVCEIp7r0mZ4E4-E9' +
      'arrXh27iOh25xv3IG3Ajd9LKd3i-AX44yEVL91rL8wvaUvSWOpXDfQGiijLinUXPYznOV5llNauhE0mEEh2qR7gLJ1FLJupi' +
      'mlfGNws0S9eMaVt6lSMJh9nWDcblF2NxGbqfiSRvAmkbUbSrAYsO_BYiKyd1tCKkOsTVnKeZcc7k_1WNGJqaQYtUUMBALoHx' +
      'FpPgCKaF5IWHvbSXGfqimV82GaS4ni5hh1WCO3mYGU1ZWmmu4oPKyQ',
    e: 'AQAB',
    d:
      'AbWyq7OjhLF8wXOKaaIUo6UxH8X3zJxo3emTM7-pbnrXUlk02HUxDWzm9NeZ6MwKM-Gb_rv5F-IrQ-2mTnqS0NCHRrg0Eeqm' +
      '46BLU5_dtBaNVLYNK6hxtAxGqJjgg5B96i9mZpRnhce5L9xgr1gpdn0Wuym3BpyYL1CIRpJqJUqqYmjaKcGbno6qvzK-yJ-3' +
      'YvnSk9VWrwe8lz09xlQApgOoxrcQRMam9jKK0gonRnuSEvwB6cZ-YcrU2-M4R9tVV7KP-UCNSDT-6AxtS9DgMytKQ3hbyTOy' +
      'q3KdMOnJz5ULQEMSWj9dL1zE3vtbfoV4odyDpEjcFIuuPCIb0rexmQ',
    p:
      '3AMKQoePyGUlNVP2o-XZWB0zqB6s-X-KedSeID9dtmILvNJsw6qnMq26p0wbkcaFvwspDhMrYK-cARLVboFr3b5qCr32-G9O' +
      '42Ieri-9rtUy755gLkv6p3j3fFDm-hiFul5cY292h_KrQf5540Ra1KJ7IGc0e5IOoAqukFJrFu0',
    q:
      'vdRWJsnw0zmfVRlt6uPyiSTKFaaYDs2ioUgVP6jI_6anOhQW3Bh3gv9Jc7RBFyRW8jb8FwR2HCVityjQsSHWMkEAp0gZeebA' +
      'saXpRw7RHFuTjre7-bKD20wAqbfBgzXYWwSm7alBSYe4xircYjlZnKxEu1uxYFZiBzffagrXS80',
    dp:
      'C-CWIzVSS806DwDzZbG45ArfiQnu6KE8Bou15aPGGVx9qbnqaT3DPPcoBnQTYPFIsyGVG89pHhUc5OnxX7_Y5OWsr9vFg2_u' +
      '4FOhuGGXaeLUlx8Drjwn0faz1aBAd-vu_Dqv3iZcTcaJ_EwSpHRCOwxyfTNVH_6oj3dEKUJpyZk',
    dq:
      'jp81Jyl8FcbqTg6wBdXDiISqjD_BaQXY1WIKDO0sLt-wLrOfRTfguvxA3HymltOHu63SEx0X_CeelkxFF4B7pQAvlH9YHL1h' +
      'M1ea__dC5xJqt8SVp5IW_TGKIflcm89dwWyqWk9bLPqaudDECcxa5pqLfVTz3JSqTBAPfGWuwlU',
    qi:
      'ZqAaBaELs7wOTXqoVf8kpNDUySZ10_Ok6sXPRTvo9e1kScvZ72iQuBiqhuQXn7GPRDb7fT8P5EuEADxPa4amzMapEjTOKePD' +
      'AOL9MkNs88E8Fcj-MyU7hpawAtGXeu_j6GE1z1rIj4enXX2g0_YeLPteMWrvP7m4I1uMeWDjuZ0',
  },
}
