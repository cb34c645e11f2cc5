import type { ControlKey } from '@latchkey/contract/controlCaller'
import * as z from 'zod'
import type { Access } from './access.ts'
import { schemaOf } from './catalogue.ts'
import type { Schema } from './document.ts'

/** The effects of a tool on the mock, for clients that ask people before they let a model change something. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  /** Whether it can delete or overwrite something. */
  readonly destructiveHint: boolean
}

export const reads: ToolHints = { readOnlyHint: true, destructiveHint: false }
export const adds: ToolHints = { readOnlyHint: false, destructiveHint: false }
export const changes: ToolHints = { readOnlyHint: false, destructiveHint: true }

/** A tool, as a client of the protocol sees it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly hints: ToolHints
  readonly inputSchema: Schema
  /** @throws Error with a sentence for the model */
  run(access: Access, input: unknown): Promise<unknown>
}

/** The parts of a tool that a client shows. */
export type ToolTexts = Pick<Tool, 'name' | 'title' | 'description' | 'hints'>

/** Declares a tool whose input is checked before it runs. */
export function tool<S extends z.ZodType>(
  about: ToolTexts & { readonly input: S },
  run: (access: Access, input: z.output<S>) => Promise<unknown>,
): Tool {
  const { input, ...shown } = about
  return {
    ...shown,
    inputSchema: schemaOf(input),
    run: (access, rawInput) => run(access, input.parse(rawInput)),
  }
}

const world = z
  .string()
  .regex(/^[\w-]{1,64}$/, { error: 'a world has 1 to 64 letters, digits, "-" and "_"' })
  .optional()
  .describe(
    "The world to act in. One that does not exist is created as a copy of the server's own state. Default: the world that the tools were opened for.",
  )

/** Declares a tool that acts in the world that its input names. */
export function worldTool<S extends z.ZodObject>(
  about: ToolTexts & { readonly input: S },
  run: (access: Access, input: z.output<S>) => Promise<unknown>,
): Tool {
  const { input, ...shown } = about
  return {
    ...shown,
    inputSchema: schemaOf(input.extend({ world })),
    async run(access, rawInput) {
      const { world: name, ...rest } = z.looseObject({ world }).parse(rawInput)
      return run(access.forCall({ world: name }), input.parse(rest))
    },
  }
}

/** The route checks its input itself. A route that answers nothing gives null. */
export async function callRoute(
  { control }: Access,
  route: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  return (await control.call(route as ControlKey, input)) ?? null
}
