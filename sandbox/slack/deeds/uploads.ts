import type { Upload } from '../../control/people.ts'
import { readUpload } from '../../control/uploads.ts'
import { storeFile } from '../files.ts'
import type { StoredFile, World } from '../state.ts'
import { NotAllowed } from './references.ts'

/** The uploaded file, its recipient, and the size limit there. */
export type Batch = {
  readonly userId: string
  readonly uploads: readonly Upload[]
  readonly isForApp: boolean
  readonly recordedSeconds?: number | undefined
  readonly bytesMax: number
}

const checkSize = (name: string, bytes: Uint8Array, bytesMax: number): void => {
  if (bytes.length === 0) throw new NotAllowed(`"${name}" is empty`)
  if (bytes.length > bytesMax) throw new NotAllowed(`"${name}" is over ${bytesMax} bytes`)
}

/** Uploads a person's files, which the client refuses when they are empty or too large. */
export const uploadFiles = async (
  world: World,
  { userId, uploads, isForApp, recordedSeconds, bytesMax }: Batch,
): Promise<readonly StoredFile[]> => {
  const files = await Promise.all(
    uploads.map(async (upload) => ({ userId, isForApp, name: upload.name, bytes: await readUpload(upload) })),
  )
  for (const { name, bytes } of files) checkSize(name, bytes, bytesMax)
  return files.map((file) => storeFile(world, { ...file, recordedSeconds }))
}
