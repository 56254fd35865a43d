import type { ClipIndex, KnownClip } from '../../core/clip/clip-index.ts'
import type { Invocation, PointedMessage } from '../../core/command/invocation.ts'
import type { CanSee } from '../../core/job/sight.ts'
import { accountOf } from '../../core/target.ts'

export interface BroughtOptions {
  clips: Pick<ClipIndex, 'inMessage'>
  canSee: CanSee
}

/** Platforms and sizes give a file another extension, or none. */
const stem = (name: string): string => name.replace(/\.\w+$/, '')

/**
 * Our own clips that a message forwards: those that it holds, and none that came to the original later. Only
 * for members who see the original; for others it is a file like any.
 */
const forwardedOurs = async (
  { clips, canSee }: BroughtOptions,
  { target }: Invocation,
  { forwardOf, files }: PointedMessage,
): Promise<readonly KnownClip[]> => {
  if (forwardOf === undefined || files.length === 0) return []
  const { platform, server, member } = target
  const { channel, message } = forwardOf
  const names = new Set(files.map(({ name }) => stem(name)))
  const known = await clips.inMessage({ account: accountOf(target), channel }, message)
  const ours = known.filter(
    ({ clip, from }) => from === 'us' && clip.kind === 'result' && names.has(stem(clip.name)),
  )
  return ours.length > 0 && (await canSee(target, { platform, server, channel, member })) ? ours : []
}

/**
 * The clips that a message brings. Our own messages are known by their id: their files are the service's, which
 * has them already, and so are those that somebody forwards. Throws AppError `store_unavailable`.
 */
export const clipsBroughtBy = async (
  options: BroughtOptions,
  invocation: Invocation,
  pointed: PointedMessage,
): Promise<readonly KnownClip[]> => {
  const { message, files, atMs, by } = pointed
  const forwarded = await forwardedOurs(options, invocation, pointed)
  if (forwarded.length > 0) return forwarded
  const { target } = invocation
  const known = await options.clips.inMessage(
    { account: accountOf(target), channel: target.channel },
    message,
  )
  if (known.length > 0) return known
  return files.map((clip) => ({ clip, from: 'member', atMs, ...(by !== undefined && { by }) }))
}
