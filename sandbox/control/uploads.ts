import { readFile } from 'node:fs/promises'
import { UnknownReference, type Upload } from './people.ts'

/** The bytes of a file that a person uploads. Rejects with UnknownReference when there are none to be had. */
export const readUpload = async (upload: Upload): Promise<Uint8Array> => {
  if (upload.base64 !== undefined) return Buffer.from(upload.base64, 'base64')
  if (upload.path === undefined)
    throw new UnknownReference('files', `"${upload.name}" has neither path nor base64`)
  return readFile(upload.path).catch((cause: unknown) => {
    throw new UnknownReference('files', `"${upload.path}" cannot be read: ${String(cause)}`)
  })
}
