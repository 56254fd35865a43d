import type { Upload } from '../../../control/people.ts'

/** Rejects when the file cannot be read. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () =>
      reject(new Error(`${file.name} can’t be read anymore. Choose it again.`, { cause: reader.error }))
    reader.readAsDataURL(file)
  })

/** A file of this machine as the control takes it. */
const uploadOf = async (file: File): Promise<Upload> => ({
  name: file.name,
  ...(file.type !== '' && { contentType: file.type }),
  base64: await base64Of(file),
})

/** All files that were chosen, in their order. */
export const uploadsOf = (files: Iterable<File>): Promise<Upload[]> =>
  Promise.all(Array.from(files, (file) => uploadOf(file)))
