/**
 * A text without the characters of one kind at its end. An expression such as `/=+$/` takes quadratic time for that: it
 * begins anew at every character of a run that is not at the end.
 */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (text[end - 1] === character) end--
  return text.slice(0, end)
}
