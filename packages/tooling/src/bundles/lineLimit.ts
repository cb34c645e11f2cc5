/**
 * The longest line of built code, in characters. Longer are only lines that hold one long literal.
 *
 * Node prints the line that threw an uncaught error before its message. Through a pipe it prints no more than fits, so
 * after a line of 60 kB the message is missing.
 */
export const lineLimit = 120
