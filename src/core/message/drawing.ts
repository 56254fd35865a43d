/** Draws an SVG as a PNG, off the main thread; undefined if that fails or takes too long, which is logged. */
export type Draw = (svg: string) => Promise<Uint8Array | undefined>
