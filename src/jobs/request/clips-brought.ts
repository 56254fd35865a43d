import { clipName, type UploadedClip } from '../../core/clip/clip.ts'
import type { ClipIndex, ClipPlace, KnownClip } from '../../core/clip/clip-index.ts'
import { noAudioText, refusedKindText, unknownKindText, unreadableText } from '../../core/clip/clip-kind.ts'
import type { ClipLinks } from '../../core/clip/link.ts'
import { type Command, familyOf } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import { type Invocation, type PointedMessage, viewerOf } from '../../core/command/invocation.ts'
import type { CanSee } from '../../core/job/audience.ts'
import { type JobRecord, resultMark } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { authorOf } from '../../core/job/lineage.ts'
import { readTakeName } from '../../core/job-id.ts'
import { builtInPrices } from '../../core/ledger/prices.ts'
import { mostGenerated } from '../../core/outcome.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { onOneLine } from '../../core/text/text.ts'
import { clipPlaceOf } from '../clip-memory.ts'

/** Dependencies for finding out whose the files of a message are. */
export interface OwnersOptions {
  clips: Pick<ClipIndex, 'inMessage'>
  jobList: Pick<JobList, 'find'>
  commands: readonly Command[]
}

export interface BroughtOptions extends OwnersOptions {
  canSee: CanSee
}

/** The part of a file's name that every platform and format keeps. */
const plainName = (name: string): string => name.replace(/\.\w+$/, '').replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Our own clips that a message forwards, as far as file names identify them, without those added to the
 * original later. Only for members who see the original; others get a plain file.
 */
const forwardedOurs = async (
  { clips, canSee }: BroughtOptions,
  invocation: Invocation,
  { forwardOf, files }: PointedMessage,
): Promise<readonly KnownClip[]> => {
  if (forwardOf === undefined || files.length === 0) return []
  const { target } = invocation
  const { platform, server, member } = target
  const { channel, message } = forwardOf
  const known = await clips.inMessage({ account: accountOf(target), channel }, message)
  const ours = known.filter(({ from }) => from === 'us')
  if (ours.length === 0 || !(await canSee(viewerOf(invocation), { platform, server, channel, member })))
    return []
  const names = new Set(files.map(({ name }) => plainName(name)))
  const held = ours.filter(({ clip }) => names.has(plainName(clipName(clip))))
  return held.length > 0 ? held : ours
}

/** A message with files, as far as it tells whose they are. */
type Bringing = Pick<PointedMessage, 'atMs' | 'by' | 'files' | 'forwardOf' | 'job'>

/** Whose a clip is, and the job that made it, and how. */
type Origin = Pick<UploadedClip, 'by' | 'isOwnerLost' | 'job' | 'source'>

const originOf = ({ clip }: KnownClip): Origin => {
  if (clip.kind === 'link') return {}
  const { by, source } = clip
  return clip.kind === 'upload'
    ? { by, isOwnerLost: clip.isOwnerLost, job: clip.job, source }
    : { by, job: readTakeName(clip.take ?? '')?.job, source: source ?? mostGenerated }
}

const originOfJob = (commands: readonly Command[], job: JobRecord): Origin => ({
  by: authorOf(job),
  job: job.id,
  source: resultMark(job, familyOf(commands, job.feature)).source,
})

/** Finds the owners of a message's files by their names, if Tunesmith posted it or it forwards a known message. */
const originsIn = async (
  { clips, jobList, commands }: OwnersOptions,
  place: ClipPlace,
  { job, forwardOf }: Bringing,
): Promise<(name: string) => Origin | undefined> => {
  const made = job === undefined ? undefined : await jobList.find(place.account, job)
  if (made?.status === 'found') return () => originOfJob(commands, made.job)
  if (forwardOf === undefined) return () => undefined
  const { channel, message } = forwardOf
  const known = await clips.inMessage({ account: place.account, channel }, message)
  return (name) => {
    const same = known.find(({ clip }) => plainName(clipName(clip)) === plainName(name)) ?? known[0]
    return same && originOf(same)
  }
}

/**
 * The files of a message as clips of the members who posted them or had them made. Forwarding or sharing a file again
 * doesn't change its owner, as far as the platform or Tunesmith knows. Throws AppError `store_unavailable`.
 */
export const filesBroughtBy = async (
  options: OwnersOptions,
  place: ClipPlace,
  message: Bringing,
): Promise<readonly KnownClip[]> => {
  const { files, atMs } = message
  if (files.length === 0) return []
  const origins = await originsIn(options, place, message)
  return files.map((file): KnownClip => {
    const { isOwnerLost: isLost, by: uploader, job: _job, ...plain } = file
    const origin = uploader === undefined ? origins(file.name) : undefined
    // A forward says nothing of the member who posted the original.
    const isOfUnknown = message.forwardOf !== undefined && uploader === undefined && origin === undefined
    const isOwnerLost = origin?.by === undefined && (isLost ?? origin?.isOwnerLost ?? isOfUnknown)
    // Everything that we posted was generated, even if its owner is unknown.
    const source = origin?.source ?? (isLost === true ? mostGenerated : undefined)
    const made = source === undefined ? {} : { source }
    if (isOwnerLost) return { clip: { ...plain, isOwnerLost, ...made }, from: 'member', atMs }
    const by = uploader ?? origin?.by ?? message.by
    if (by === undefined) return { clip: plain, from: 'member', atMs }
    const job = origin?.job
    const clip = { ...plain, by, ...(job !== undefined && { job }), ...made }
    return { clip, from: 'member', atMs, by }
  })
}

/**
 * The clips that a message brings. Our own messages are known by id: the service already has their files,
 * including forwarded ones. Throws AppError `store_unavailable`.
 */
export const clipsBroughtBy = async (
  options: BroughtOptions,
  invocation: Invocation,
  pointed: PointedMessage,
): Promise<readonly KnownClip[]> => {
  const forwarded = await forwardedOurs(options, invocation, pointed)
  if (forwarded.length > 0) return forwarded
  const place = clipPlaceOf(invocation)
  const known = await options.clips.inMessage(place, pointed.message)
  return known.length > 0 ? known : filesBroughtBy(options, place, pointed)
}

/** Why files of a message that may be audio are refused; undefined if none is. */
export const refusedIn = ({ refused = [], unreadable = [] }: PointedMessage): string | undefined => {
  const reasons = [
    ...refused.map(({ name, kind }) => refusedKindText(onOneLine(name).trim(), kind)),
    ...unreadable.map(({ name, why }) =>
      unreadableText({ name: name === undefined ? undefined : onOneLine(name).trim(), why }),
    ),
  ]
  return reasons.length === 0 ? undefined : reasons.join('\n')
}

/**
 * Shown if files of the nearest message may or may not be audio; undefined if there are none. Files of messages
 * farther away were hardly meant.
 */
export const unknownIn = ([nearest]: Invocation['pointedAt']): string | undefined =>
  nearest?.unknown?.map((name) => unknownKindText(onOneLine(name).trim())).join('\n')

/** Says of each non-audio file in the nearest message that it has no sound; undefined if there are none. */
export const noSoundIn = ([nearest]: Invocation['pointedAt']): string | undefined =>
  nearest?.others?.map((name) => noAudioText(onOneLine(name).trim())).join('\n')

/** Whether a message that was pointed at has a link, which could be the clip. */
const isLinkThere = (pointedAt: Invocation['pointedAt']): boolean =>
  pointedAt.some(({ hasLink, isRequest }) => hasLink === true && isRequest !== true)

/** Whether links are taken, and the feature that would take one, if it is known. */
export interface LinkWay {
  clipLinks: ClipLinks
  feature: Feature | undefined
}

/**
 * Whether a link can be the main clip of a feature, by its declared price; of some feature, if none is named. What a whole
 * request is priced by decides in the end: see `linkPricedBy`.
 */
export const takesLinks = ({ clipLinks, feature }: LinkWay): boolean => {
  const { usualPrice } = feature ?? {}
  if (clipLinks !== 'flat' || usualPrice === undefined) return clipLinks !== 'off'
  return builtInPrices[usualPrice].per !== 'minute'
}

/** How a link of the message can become the clip; undefined where there is none, or it would be refused. */
const linkWayIn = (pointedAt: Invocation['pointedAt'], way: LinkWay) => {
  if (!isLinkThere(pointedAt) || !takesLinks(way)) return undefined
  const { feature } = way
  return feature === undefined
    ? say('To use a link, paste it as the clip for a command.')
    : say('To use the link, paste it as the clip for {{command}}.', { command: `/${feature.name}` })
}

const noFileText = (): string => say('That message has no audio file.')

/** What is said of a message without clips that has a link; undefined where that could not be meant. */
export const linkIn = (pointedAt: Invocation['pointedAt'], way: LinkWay): string | undefined => {
  const mend = linkWayIn(pointedAt, way)
  return mend && `${noSoundIn(pointedAt) ?? noFileText()} ${mend}`
}

/** What a member is told whose message brings no clip; complete sentences. */
export const noClipIn = (pointedAt: Invocation['pointedAt'], way: LinkWay): string =>
  pointedAt.every(({ isVisible }) => isVisible)
    ? (linkIn(pointedAt, way) ?? noSoundIn(pointedAt) ?? noFileText())
    : say("I can't see the files in that message. Upload the clip here instead.")
