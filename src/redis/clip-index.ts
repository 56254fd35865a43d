import { z } from 'zod'
import { type Clip, readClip } from '../core/clip/clip.ts'
import type { ClipIndex, ClipPlace, KnownClip } from '../core/clip/clip-index.ts'
import type { AccountId } from '../core/target.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** Reads a KnownClip from stored JSON. */
export const knownClip = z.object({
  clip: z.unknown().transform((value, context): Clip => {
    const clip = readClip(value)
    if (clip !== undefined) return clip
    context.addIssue({ code: 'custom', message: 'that is no clip' })
    return z.NEVER
  }),
  from: z.enum(['us', 'member']),
  atMs: z.number().exactOptional(),
  by: z.string().exactOptional(),
})

/** Messages with clips known per channel: the newest. */
export const messagesMax = 50

/** Clips known per message: the first; a Discord message has at most 10 files. */
export const clipsPerMessageMax = 20

/** The most bytes of these. A message with many files has a tenth of it. */
export const channelBytesMax = 100_000

/** Channels with clips known per account: those used last. Members can open many, such as threads. */
export const channelsMax = 100

/** Channels that a member's clips are removed from at the same time: Redis does nothing else during each. */
const forgottenAtOnce = 5

/** A channel's clips are forgotten when none was added or looked for during this time. */
export const clipsLapseMs = 30 * 24 * 60 * 60 * 1000

interface ClipIndexOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** How long clips are remembered, if limited. */
  keptMs: number | undefined
}

interface Entry {
  source: string
  atMs: number
  clips: readonly KnownClip[]
}

const list = z.array(z.unknown())

const rememberClips = plainScript('remember-clips')
const forgetClips = plainScript('forget-clips')

/** Earlier versions named the owner of a clip only beside it. */
const withOwner = (known: KnownClip): KnownClip => {
  const { clip, by } = known
  if (by === undefined || clip.kind === 'link' || clip.by !== undefined) return known
  return { ...known, clip: { ...clip, by } }
}

/** Skips what another version of this program may have written. */
const readEntry = (source: string, text: string): Entry => {
  const [, atMs, json = ''] = /^(\d+) (.*)$/s.exec(text) ?? []
  const values = list.safeParse(parseJson(json)).data ?? []
  const clips = values.flatMap((value) => knownClip.safeParse(value).data ?? []).map(withOwner)
  return { source, atMs: Number(atMs ?? 0), clips }
}

const newestFirst = (one: Entry, other: Entry): number =>
  other.atMs - one.atMs || (other.source < one.source ? -1 : 1)

/** The channels' clips in Redis, one hash per channel. */
export const createClipIndex = ({ redis, keys, now, keptMs }: ClipIndexOptions): ClipIndex => {
  const lapseMs = Math.min(clipsLapseMs, keptMs ?? clipsLapseMs)
  /** Older clips count as forgotten. */
  const oldestMs = () => (keptMs === undefined ? 0 : Math.max(0, Math.round(now() - keptMs)))
  /**
   * Writes `<ms> <JSON>`, so that the script can use the time without parsing the rest. A message without clips
   * is removed.
   */
  const remember: ClipIndex['remember'] = async ({ account, channel }, source, clips) => {
    const first = clips.slice(0, clipsPerMessageMax)
    let newestMs = 0
    for (const { atMs = 0 } of first) newestMs = Math.max(newestMs, atMs)
    const text = first.length === 0 ? '' : `${Math.round(newestMs)} ${JSON.stringify(first)}`
    const channels = keys.clipChannels(account)
    const [, ...unused] = await runScript(
      redis,
      rememberClips,
      [keys.clips(account, channel), channels],
      [
        source,
        text,
        Math.round(now()),
        lapseMs,
        oldestMs(),
        messagesMax,
        channelBytesMax,
        channel,
        channelsMax,
      ],
    )
    if (unused.length === 0) return
    const forgotten = redis.multi().zrem(channels, ...unused)
    await repliesOf(forgotten.del(...unused.map((name) => keys.clips(account, name))))
  }
  const looked = (place: ClipPlace) => remember(place, '', [])
  const entriesIn = async ({ account, channel }: ClipPlace): Promise<readonly Entry[]> => {
    const texts = await fromStore(redis.hgetall(keys.clips(account, channel)))
    const sinceMs = oldestMs()
    return Object.entries(texts)
      .map(([source, text]) => readEntry(source, text))
      .filter(({ atMs }) => atMs >= sinceMs)
  }
  const channelsOf = (account: AccountId) => fromStore(redis.zrange(keys.clipChannels(account), '0', '-1'))
  return {
    remember,
    async inMessage(place, message) {
      await looked(place)
      const text = await fromStore(redis.hget(keys.clips(place.account, place.channel), message))
      return text === null ? [] : readEntry(message, text).clips
    },
    async latest(place, countMax) {
      await looked(place)
      return (await entriesIn(place))
        .toSorted(newestFirst)
        .flatMap(({ clips }) => clips)
        .slice(0, countMax)
    },
    async of(account, member) {
      const inChannel = async (channel: string) =>
        (await entriesIn({ account, channel }))
          .flatMap(({ clips }) => clips)
          .filter(({ by }) => by === member)
          .map((known) => ({ ...known, channel }))
      return (await Promise.all((await channelsOf(account)).map(inChannel))).flat()
    },
    async forget(account, member) {
      const inChannel = async (channel: string) => {
        const [, count] = await runScript(
          redis,
          forgetClips,
          [keys.clips(account, channel), keys.clipChannels(account)],
          [member, channel, JSON.stringify(member)],
        )
        return Number(count)
      }
      const channels = await channelsOf(account)
      let sum = 0
      for (let from = 0; from < channels.length; from += forgottenAtOnce) {
        const together = channels.slice(from, from + forgottenAtOnce)
        for (const count of await Promise.all(together.map(inChannel))) sum += count
      }
      return sum
    },
  }
}
