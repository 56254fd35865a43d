import type { Upload } from '../../control/people.ts'
import { readUpload } from '../../control/uploads.ts'
import { storeFile } from '../files.ts'
import { fileLimitOf } from '../places.ts'
import type { Channel, StoredFile, World } from '../state.ts'
import { NotAllowed } from './references.ts'

/** Uploads a person's files, which the client refuses when they are too large. */
export const uploadFiles = async (
  world: World,
  channel: Channel,
  uploads: readonly Upload[],
  { ephemeral = false, voice }: Partial<Pick<StoredFile, 'ephemeral' | 'voice'>> = {},
): Promise<readonly StoredFile[]> => {
  const limit = fileLimitOf(world, channel)
  const read = await Promise.all(uploads.map(async (upload) => ({ upload, bytes: await readUpload(upload) })))
  for (const { upload, bytes } of read)
    if (bytes.length > limit)
      throw new NotAllowed(`Your files are too powerful: "${upload.name}" is over ${limit} bytes`)
  return read.map(({ upload, bytes }) =>
    storeFile(world, {
      channelId: channel.id,
      name: upload.name,
      contentType: upload.contentType,
      bytes,
      ephemeral,
      voice,
    }),
  )
}
