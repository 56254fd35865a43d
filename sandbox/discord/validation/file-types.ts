import { extname } from 'node:path'
import { z } from 'zod'
import { maybe } from './problems.ts'

/**
 * The groups by the ends of names that they stand for.
 * https://docs.discord.com/developers/reference#file-type-filtering
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  audio: ['.mp3', '.m4a', '.wav', '.ogg', '.opus', '.flac'],
  image: ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.heic'],
  video: ['.mp4', '.webm', '.mov'],
}

/** Which files the client offers for an option or in a form: groups, and ends of names. */
export const fileTypes = maybe(
  z.array(z.union([z.enum(['audio', 'image', 'video']), z.string().regex(/^\.[a-z\d]+$/i)])),
)

/** Whether the client offers a file of that name: it looks at the name only. */
export const isOffered = (name: string, types: readonly string[] = []): boolean => {
  const end = extname(name).toLowerCase()
  return types.length === 0 || types.some((type) => (groups[type] ?? [type.toLowerCase()]).includes(end))
}
