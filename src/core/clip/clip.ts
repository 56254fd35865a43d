import { z } from 'zod'
import type { Field, Fields, Named, RawValues } from '../command/field.ts'
import { isWebAddress, webAddress } from '../command/text-schema.ts'
import { durationText } from '../command/time-text.ts'
import { takeExample } from '../job/take.ts'
import { onOneLine } from '../message/text.ts'
import { type AccountId, type MessageRef, messageRef, type PlatformName, platformNames } from '../target.ts'
import { say, sayDeclared } from '../texts/say.ts'

const uploadedClip = z.object({
  kind: z.literal('upload'),
  platform: z.enum(platformNames),
  url: z.string(),
  name: z.string(),
  bytes: z.number().optional(),
  seconds: z.number().optional(),
  secondsSaid: z.number().optional(),
  message: messageRef.optional(),
})
const resultClip = z.object({
  kind: z.literal('result'),
  url: z.string(),
  name: z.string(),
  seconds: z.number().optional(),
})
const linkedClip = z.object({ kind: z.literal('link'), url: z.string() })

/**
 * A file in a chat, as its platform names it; only `Platform.open` reads it. `message`
 * is where it was posted, if known.
 */
export interface UploadedClip {
  kind: 'upload'
  platform: PlatformName
  url: string
  name: string
  /** As the platform says; the file itself decides. */
  bytes: number | undefined
  /** How long it is, once it was read. */
  seconds?: number | undefined
  /** How long it is as the platform says, which is only shown: the file itself decides. */
  secondsSaid?: number | undefined
  message: MessageRef | undefined
}

/** A file that the audio service made and still has. */
export interface ResultClip {
  kind: 'result'
  url: string
  name: string
  seconds: number | undefined
}

/** A web address that a member gave; the audio service reads it, we never do. */
export interface LinkedClip {
  kind: 'link'
  url: string
}

/** A piece of audio that a request works on. Serialisable. */
export type Clip = UploadedClip | ResultClip | LinkedClip

/** The most bytes that one clip may have. */
export const clipBytesMax = 50 * 1024 * 1024

/**
 * When the address of a clip ends by what it says itself, in milliseconds since 1970; undefined where it does
 * not end, or a new one can be had from the clip's message. Discord signs its files' addresses for about a
 * day; `ex` are seconds in hexadecimal digits:
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
export const clipExpiresAtMs = (clip: Clip): number | undefined => {
  if (clip.kind !== 'upload' || clip.platform !== 'discord' || clip.message !== undefined) return undefined
  const ends = URL.canParse(clip.url) ? new URL(clip.url).searchParams.get('ex') : null
  return ends !== null && /^[0-9a-f]{1,10}$/i.test(ends) ? Number.parseInt(ends, 16) * 1000 : undefined
}

/**
 * Minutes and seconds, such as 12:30; part of a second counts as one, so that
 * too long never looks just right.
 */
const minutesText = (seconds: number): string => durationText(Math.ceil(seconds))

/** What a member is told of a clip that is too long: its length, the limit and the mend. */
export const tooLongText = (name: string, seconds: number, secondsMax: number): string =>
  say(
    '{{clip}} lasts {{length}}; the most is {{most}}. Give a shorter one; whoever runs this bot can allow longer ones.',
    {
      clip: name,
      length: minutesText(seconds),
      most: minutesText(secondsMax),
    },
  )

/** The longest that a platform may take to hand over a clip; a worker's step is longer. */
export const clipReadMs = 60_000

const audioExtensions = /\.(aac|aif|aiff|flac|m4a|mp3|mp4|oga|ogg|opus|wav|weba|webm)$/i

/** Whether a file of a chat may be audio, by what its platform says of it; its contents decide later. */
export const mayBeAudio = ({
  name,
  contentType,
}: {
  name: string
  contentType: string | undefined
}): boolean =>
  contentType === undefined || contentType === 'application/octet-stream'
    ? audioExtensions.test(name)
    : /^(audio|video)\//.test(contentType)

/** What a clip is called in front of a member; on one line, whatever its file is called. */
export const clipName = (clip: Clip): string => {
  switch (clip.kind) {
    case 'upload':
    case 'result':
      return onOneLine(clip.name).trim() || say('clip')
    case 'link':
      return clip.url
  }
}

/** What a platform hands over where a member gave a clip in two ways at once. */
const givenTwice = z.array(z.unknown())

/**
 * A piece of audio: an upload, a result of ours, or a web address. A member who gives an upload and an
 * address at once is asked to leave one out. The name of a take is made a result before this reads it.
 * `asAddress`: the service takes an address alone, so that a chat's file can be used only where we can serve
 * it.
 */
export const clip = (named: Named & { asAddress?: true }): Field<Clip> => {
  const address = webAddress(named.label)
  const error = () =>
    say('{{label}} must be an uploaded audio file, a web address of one, or a take such as {{take}}.', {
      label: sayDeclared(named.label),
      take: takeExample,
    })
  return {
    ...{ label: named.label, help: named.help },
    required: true,
    control: { kind: 'clip', ...(named.asAddress && { asAddress: true }) },
    schema: z.unknown().transform((value, context): Clip => {
      const stop = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (givenTwice.safeParse(value).success)
        return stop(
          say('{{label}} is given more than once. Give it in one way, and leave the others out.', {
            label: sayDeclared(named.label),
          }),
        )
      if (typeof value === 'string') {
        if (!/^\s*[a-z]+:/i.test(value)) return stop(error())
        const read = address.safeParse(value)
        return read.success
          ? { kind: 'link', url: read.data }
          : stop(read.error.issues[0]?.message ?? error())
      }
      return readClip(value) ?? stop(error())
    }),
  }
}

/** A clip out of stored JSON; undefined when it is none. */
export const readClip = (value: unknown): Clip | undefined => {
  const upload = uploadedClip.safeParse(value).data
  if (upload !== undefined) return { ...upload, bytes: upload.bytes, message: upload.message }
  const result = resultClip.safeParse(value).data
  if (result !== undefined) return { ...result, seconds: result.seconds }
  const link = linkedClip.safeParse(value).data
  return link !== undefined && isWebAddress(link.url) ? link : undefined
}

/** The names of the fields that take a clip, in the order of their declaration. */
export const clipFieldsOf = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.control.kind === 'clip')

/** A clip that was given, and the field that it was given in. */
export interface GivenClip {
  field: string
  label: string
  clip: Clip
}

/** The clips among some values that passed their fields. */
export const clipsIn = (fields: Fields, input: RawValues): readonly GivenClip[] =>
  Object.entries(fields).flatMap(([name, { control, label }]) => {
    const found = control.kind === 'clip' ? readClip(input[name]) : undefined
    return found === undefined ? [] : [{ field: name, label, clip: found }]
  })

/** A clip of a channel, and who brought it: Tunesmith itself or a member. */
export interface KnownClip {
  clip: Clip
  from: 'us' | 'member'
  /** When it was posted or handed over, where that is known. */
  atMs?: number
  /** The member who brought it, or for whom it was made. */
  by?: string
}

/** A channel of an account, where clips are remembered. */
export interface ClipPlace {
  account: AccountId
  channel: string
}

/**
 * The clips of each channel that Tunesmith posted, was handed, or saw uploaded. Throws AppError
 * `store_unavailable`. What is remembered lapses after a while; nothing relies on finding it.
 */
export interface ClipIndex {
  /**
   * Remembers the clips of one message (or of one hand-over, where there is no message). The
   * same `source` again replaces them.
   */
  remember(place: ClipPlace, source: string, clips: readonly KnownClip[]): Promise<void>
  /** The clips that a message brought; empty when it brought none or is not known. */
  inMessage(place: ClipPlace, message: string): Promise<readonly KnownClip[]>
  /** The channel's clips, newest first. */
  latest(place: ClipPlace, countMax: number): Promise<readonly KnownClip[]>
  /** What is remembered of a member in all channels of an account. */
  of(account: AccountId, member: string): Promise<readonly (KnownClip & { channel: string })[]>
  /** Forgets all of that. Answers with how many messages brought it. */
  forget(account: AccountId, member: string): Promise<number>
}

/** A file of a chat while it is read. */
export interface ClipStream {
  name: string
  chunks: AsyncIterable<Uint8Array>
}

/** A clip on this machine, ready to be sent on. */
export interface LocalClip {
  path: string
  name: string
  contentType: string
  bytes: number
  /** Where its length can be told. */
  seconds: number | undefined
  /** What its length is at most, where that is certain: its head says nothing that counts for less. */
  secondsMost?: number | undefined
}

/** What reading a chat's file came to; `reason` is plain text for the member, with the limit and the mend. */
export type ClipReading = { status: 'read'; clip: LocalClip } | { status: 'refused'; reason: string }

/** Reads chats' files into this machine, and looks at what they contain. */
export interface ClipReader {
  /** Never trusts a name or a stated type. Rejects with whatever the stream rejects with. */
  read(stream: ClipStream): Promise<ClipReading>
  /** Removes a file that is not needed any more. */
  discard(clip: LocalClip): Promise<void>
}
