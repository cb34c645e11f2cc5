/** The package has no types of its own. */
declare module 'postject' {
  export function inject(
    program: string,
    resource: string,
    ...rest: [data: Buffer, options: { readonly sentinelFuse: string; readonly machoSegmentName?: string }]
  ): Promise<void>
}
