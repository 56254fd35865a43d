import { z } from 'zod'
import type { ClipIndex, ClipPlace, KnownClip } from '../clip.ts'
import { parseJson } from '../json.ts'
import { fromStore, type StoreConnection } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'
import { knownClip } from './stored-clip.ts'

/** Of each channel the newest messages with clips are known. */
export const messagesMax = 50

/** Of one message the first clips are known; a message of Discord has at most 10 files. */
export const clipsPerMessageMax = 20

/** A channel's clips are forgotten when nobody added any or looked for one for so long. */
export const clipsLapseMs = 30 * 24 * 60 * 60 * 1000

interface ClipIndexOptions {
  redis: StoreConnection
  keys: Keys
}

interface Entry {
  source: string
  atMs: number
  clips: readonly KnownClip[]
}

const list = z.array(z.unknown())

const rememberClips = plainScript('remember-clips')

/** `<ms> <JSON>`: the script goes by the time without reading the rest. Empty when there are no clips. */
const entryText = (clips: readonly KnownClip[]): string => {
  const first = clips.slice(0, clipsPerMessageMax)
  const atMs = Math.round(Math.max(0, ...first.map((clip) => clip.atMs)))
  return first.length === 0 ? '' : `${atMs} ${JSON.stringify(first)}`
}

/** What another version of this program may have written is left out. */
const readEntry = (source: string, text: string): Entry => {
  const [, atMs, json = ''] = /^(\d+) (.*)$/s.exec(text) ?? []
  const values = list.safeParse(parseJson(json)).data ?? []
  const clips = values.flatMap((value) => knownClip.safeParse(value).data ?? [])
  return { source, atMs: Number(atMs ?? 0), clips }
}

const newestFirst = (one: Entry, other: Entry): number =>
  other.atMs - one.atMs || (other.source < one.source ? -1 : 1)

/** The channels' clips in Redis, one hash for each channel. */
export const createClipIndex = ({ redis, keys }: ClipIndexOptions): ClipIndex => {
  const keyOf = ({ account, channel }: ClipPlace) => keys.clips(account, channel)
  const looked = (place: ClipPlace) => redis.pexpire(keyOf(place), clipsLapseMs)
  return {
    async remember(place, source, clips) {
      const limits = [String(messagesMax), String(clipsLapseMs)]
      await runScript(redis, rememberClips, [keyOf(place)], [source, entryText(clips), ...limits])
    },
    async inMessage(place, message) {
      const [text] = await fromStore(Promise.all([redis.hget(keyOf(place), message), looked(place)]))
      return text === null ? [] : readEntry(message, text).clips
    },
    async latest(place, countMax) {
      const [texts] = await fromStore(Promise.all([redis.hgetall(keyOf(place)), looked(place)]))
      const entries = Object.entries(texts).map(([source, text]) => readEntry(source, text))
      return entries
        .toSorted(newestFirst)
        .flatMap(({ clips }) => clips)
        .slice(0, countMax)
    },
  }
}
