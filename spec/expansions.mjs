// A `$ref` inside an example stands for the value that it leads to, and a `$ref` among the properties of a schema for the
// properties of the schema that it leads to. Keys beside it add to these or replace them. Redocly does not follow such
// references, so this preprocessor does.

import { dirname, resolve as resolvePath } from 'node:path'

const referred = new WeakSet()
const combined = new WeakSet()

/** Whether a reference stands for this value, with or without keys beside it. */
export function isReferred(value) {
  return referred.has(value) || combined.has(value)
}

/** Whether this value is that of a reference with keys beside it, so that it is written nowhere as a whole. */
export function isCombined(value) {
  return combined.has(value)
}

const sources = new WeakMap()

/** The property that this one was copied from, or itself. */
export function sourceOf(property) {
  return sources.get(property) ?? property
}

/** Puts the values in the stead of references, for the rules and for the bundle. */
export function expandReferences() {
  const expanded = new WeakMap()
  return {
    MediaType(media, { resolve, location }) {
      if (media.example === undefined) return
      media.example = expandExample(media.example, expanded, { resolve, file: location.source.absoluteRef })
    },
    Schema(schema, { resolve, location }) {
      if (schema.properties?.$ref === undefined) return
      schema.properties = expandProperties(schema.properties, { resolve, file: location.source.absoluteRef })
    },
  }
}

/** Expands an object once, whatever the number of references to it. */
function expandExample(value, expanded, context) {
  if (typeof value !== 'object' || value === null) return value
  if (!expanded.has(value)) expanded.set(value, expandParts(value, expanded, context))
  return expanded.get(value)
}

function expandParts(value, expanded, context) {
  const { $ref, ...own } = value
  const parts = Array.isArray(value) ? [...value] : own
  let isChanged = false
  for (const [key, part] of Object.entries(parts)) {
    parts[key] = expandExample(part, expanded, context)
    isChanged ||= parts[key] !== part
  }
  if ($ref === undefined) return isChanged ? parts : value
  const { target, at } = follow($ref, context)
  const source = expandExample(target, expanded, at)
  if (Object.keys(own).length > 0) {
    const result = { ...source, ...parts }
    combined.add(result)
    return result
  }
  if (typeof source === 'object') referred.add(source)
  return source
}

function follow($ref, { resolve, file }) {
  const { node: target, location } = resolve({ $ref }, file)
  if (target === undefined) throw new Error(`${$ref} in ${file} leads nowhere.`)
  // Redocly would follow a chain of references, and lose the keys beside the second one.
  if (!$ref.endsWith(location.pointer))
    throw new Error(`${$ref} in ${file} leads to another reference: write that one.`)
  return { target, at: { resolve, file: location.source.absoluteRef } }
}

function expandProperties(properties, context) {
  if (properties.$ref === undefined) return properties
  const { target, at } = follow(properties.$ref, context)
  const taken = Object.entries(expandProperties(target.properties, at))
  const copies = taken.map(([name, property]) => [name, copyOf(property, at.file)])
  const own = Object.entries(properties).flatMap((entry) => (entry[0] === '$ref' ? copies : [entry]))
  const { $ref: _, ...written } = properties
  return { ...Object.fromEntries(own), ...written }
}

/** A copy for a schema in any file, so its references have whole paths. */
function copyOf(property, file) {
  const copy = JSON.parse(JSON.stringify(property), (key, value) => {
    if (key !== '$ref') return value
    const [path, pointer] = value.split('#')
    return `${path ? resolvePath(dirname(file), path) : file}#${pointer}`
  })
  sources.set(copy, sourceOf(property))
  return copy
}
