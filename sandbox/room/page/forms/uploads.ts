import type { Upload } from '../../../people.ts'

/** A file of this machine as the control takes it. */
export const uploadOf = async (file: File): Promise<Upload> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte))
  return {
    name: file.name,
    ...(file.type !== '' && { contentType: file.type }),
    base64: btoa(letters.join('')),
  }
}

/** All files that were chosen, in their order. */
export const uploadsOf = (files: Iterable<File>): Promise<Upload[]> =>
  Promise.all(Array.from(files, (file) => uploadOf(file)))
