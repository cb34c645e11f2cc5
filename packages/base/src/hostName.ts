const loopbackName = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a name always resolves to the machine itself, without a name server (RFC 6761, section 6.3). */
export function isLoopbackName(name: string): boolean {
  return loopbackName.test(name)
}

/** A host name or address as browsers write it in `Host`, without a port; `undefined` for any other text. */
export function hostNameOf(text: string): string | undefined {
  const isAddress = text.includes(':')
  const name = isAddress && !text.startsWith('[') ? `[${text}]` : text
  // A URL drops the port that is its scheme's own, so a port has to be found here.
  if (text.includes('/') || (isAddress && !name.endsWith(']')) || !URL.canParse(`http://${name}`)) return undefined
  const { hostname, href } = new URL(`http://${name}`)
  const isName = hostname.startsWith('[') || /^[\w-]+(\.[\w-]+)*$/.test(hostname)
  return isName && href === `http://${hostname}/` ? hostname : undefined
}
