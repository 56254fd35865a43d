import { parentPort, workerData } from 'node:worker_threads'
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'
import { signClaim } from './cose.ts'
import type { C2paAnswer, C2paWork } from './work.ts'

const { module, work } = workerData as { module: WebAssembly.Module; work: C2paWork }

/** Nothing is fetched: neither a manifest that stands elsewhere nor what an authority says of a certificate. */
const offline = { remote_manifest_fetch: false, ocsp_fetch: false }

/** The library throws texts. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)

const signed = async ({ data, format, definition, credential }: Extract<C2paWork, { kind: 'sign' }>) => {
  const settings = {
    verify: { ...offline, verify_after_sign: false },
    builder: { thumbnail: { enabled: false } },
  }
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), JSON.stringify(settings))
  const signer = {
    alg: credential.algorithm,
    reserveSize: signClaim(new Uint8Array(), credential).byteLength,
    sign: async (claim: Uint8Array) => new Uint8Array(signClaim(claim, credential)),
  }
  return new Uint8Array(await builder.sign(signer, [], format, new Blob([data])))
}

const read = async ({
  data,
  format,
  anchors,
}: Extract<C2paWork, { kind: 'read' }>): Promise<string | undefined> => {
  const trust = anchors === undefined ? {} : { trust: { user_anchors: anchors } }
  try {
    const reader = await WasmReader.fromBytes(format, data, JSON.stringify({ verify: offline, ...trust }))
    return reader.json()
  } catch (thrown) {
    if (/JumbfNotFound|RemoteManifestUrl/.test(reasonOf(thrown))) return undefined
    throw thrown
  }
}

const answer = async (): Promise<C2paAnswer> => {
  try {
    return { kind: 'done', result: await (work.kind === 'sign' ? signed(work) : read(work)) }
  } catch (thrown) {
    return { kind: 'failed', reason: reasonOf(thrown) }
  }
}

/**
 * Does one piece of work and ends, because the library keeps all memory that it ever took. It reads a Blob of up
 * to 50 MB at once, by a class that only browsers have; there is no other Blob here.
 */
Object.assign(globalThis, {
  FileReaderSync: class {
    readAsArrayBuffer = (): ArrayBuffer => work.data.buffer
  },
})
initSync({ module })
parentPort?.postMessage(await answer())
