import type { OpenApiDocument, OperationEntry } from '../../types/scripts/document.ts'
import { reach } from './describeSchema.ts'

/** Where each named schema is described: on the page of the only resource that uses it, or on that of shared ones. */
export class SchemaPlaces {
  readonly #pages = new Map<string, string>()

  constructor(document: OpenApiDocument, resources: ReadonlyMap<string, readonly OperationEntry[]>) {
    const { schemas } = document.components
    for (const [resource, entries] of resources) {
      const nodes = entries.map(({ operation, parameters }) => [
        parameters,
        operation.requestBody,
        Object.entries(operation.responses).filter(([status]) => Number(status) < 400),
      ])
      for (const name of reach(schemas, nodes)) this.#pages.set(name, this.#pages.has(name) ? 'schemas' : resource)
    }
    for (const name of Object.keys(schemas)) if (!this.#pages.has(name)) this.#pages.set(name, 'schemas')
  }

  /** The schemas that a page describes, by name. */
  on(page: string): string[] {
    return [...this.#pages].flatMap(([name, place]) => (place === page ? [name] : [])).sort()
  }

  /** A link from any page of the reference to a schema. */
  link(name: string): string {
    return `[${name}](${this.#url(name)})`
  }

  /** The URL of the schema whose name in lower case is this. */
  byAnchor(anchor: string): string | undefined {
    const name = [...this.#pages.keys()].find((one) => one.toLowerCase() === anchor)
    return name && this.#url(name)
  }

  #url(name: string): string {
    return `/reference/operations/${this.#pages.get(name) ?? 'schemas'}#${anchorOf(name)}`
  }

  has(name: string): boolean {
    return this.#pages.has(name)
  }
}

/** The anchor of a schema, apart from those of operations. */
export const anchorOf = (name: string) => `schema-${name.toLowerCase()}`
