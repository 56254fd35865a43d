import type { Credential } from './cose.ts'
import type { manifestOf } from './manifest.ts'

/** What goes into a manifest. */
export type ManifestDefinition = ReturnType<typeof manifestOf>

interface FileOfFormat {
  /** Fills its buffer. */
  data: Uint8Array<ArrayBuffer>
  /** Its media type. */
  format: string
}

/** What a thread does. */
export type C2paWork =
  | (FileOfFormat & { kind: 'sign'; definition: ManifestDefinition; credential: Credential })
  /** `anchors`: the authorities to trust, in PEM. */
  | (FileOfFormat & { kind: 'read'; anchors: string | undefined })

/** What a thread answers. */
export type C2paAnswer =
  | { kind: 'done'; result: Uint8Array<ArrayBuffer> | string | undefined }
  | { kind: 'failed'; reason: string }
