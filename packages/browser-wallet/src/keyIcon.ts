/** The icon of a wallet that has none of its own: a key on a dark ground. */
export const keyIcon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E' +
  '%3Crect width=%2232%22 height=%2232%22 rx=%228%22 fill=%22%231f2933%22/%3E' +
  '%3Cpath d=%22M20 7a5 5 0 0 0-4.8 6.4L8 20.6V24h3.4v-2.4h2.4v-2.4h2.4l2.4-2.4A5 5 0 1 0 20 7zm1.6 3.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z%22 fill=%22%23f5c451%22/%3E%3C/svg%3E'
