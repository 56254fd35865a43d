declare module '@echogarden/pffft-wasm/simd' {
  /** Addresses in the library's memory are in bytes; complex values lie there in pairs. */
  export type Pffft = {
    /** Replaced whenever the memory grows. */
    readonly HEAPF32: Float32Array
    _pffft_new_setup(size: number, kind: number): number
    _pffft_aligned_malloc(bytes: number): number
    _pffft_transform_ordered(setup: number, from: number, to: number, work: number, direction: number): void
  }

  export default function load(): Promise<Pffft>
}
