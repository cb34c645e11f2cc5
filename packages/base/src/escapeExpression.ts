/** A text as a part of a regular expression, which only this text matches. `RegExp.escape` is newer than Node 20. */
export const escapeExpression = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
