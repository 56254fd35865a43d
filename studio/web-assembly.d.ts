/**
 * As much of https://webassembly.github.io/spec/js-api/ as is used here; the types
 * of Node.js leave it to browsers.
 */
declare namespace WebAssembly {
  type Module = { readonly compiled: unique symbol }
  const compile: (bytes: Uint8Array) => Promise<Module>
}
