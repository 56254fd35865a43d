import { rateLimits } from '../../../sandbox/discord/limits.ts'
import type { Clock } from '../../../studio/kit/clock.ts'

/** What the headers said last of one bucket and resource. */
type Standing = { readonly remaining: number; readonly resetAtMs: number }

/** The resource that a bucket is counted by, and the path with every other id left out. */
const partsOf = (path: string) => {
  const [bare = ''] = path.split('?')
  const [major = ''] = /^\/(?:channels|guilds)\/\d+|^\/webhooks\/\d+\/[^/]+/.exec(bare) ?? []
  return { major, shape: bare.replaceAll(/\d{5,}/g, ':id').replace(/^(\/webhooks\/:id\/)[^/]+/, '$1:token') }
}

/**
 * Waits for rates as a client does that reads the headers, but by moving the world's clock: a test that is
 * about something else may ask as often as it likes, one request after the other.
 */
export const createPatience = (clock: Clock) => {
  const buckets = new Map<string, string>()
  const standings = new Map<string, Standing>()
  let latestMs: readonly number[] = []
  const waitForAll = () => {
    latestMs = latestMs.filter((atMs) => atMs > clock.now() - rateLimits.globalWindowMs)
    if (latestMs.length >= rateLimits.globalRequests) clock.advance(rateLimits.globalWindowMs)
    latestMs = [...latestMs, clock.now()]
  }
  const keyOf = (method: string, path: string): string | undefined => {
    const { major, shape } = partsOf(path)
    const bucket = buckets.get(`${method} ${shape}`)
    return bucket && `${bucket} ${major}`
  }
  return {
    /** Moves the clock on to when the request may be made. */
    wait(method: string, path: string): void {
      waitForAll()
      const standing = standings.get(keyOf(method, path) ?? '')
      if (standing && standing.remaining === 0) clock.advance(Math.max(standing.resetAtMs - clock.now(), 0))
    },
    /** Takes in what an answer says of its bucket. */
    learn(method: string, path: string, headers: Headers): void {
      const bucket = headers.get('x-ratelimit-bucket')
      if (bucket === null) return
      buckets.set(`${method} ${partsOf(path).shape}`, bucket)
      standings.set(keyOf(method, path) ?? '', {
        remaining: Number(headers.get('x-ratelimit-remaining')),
        resetAtMs: Number(headers.get('x-ratelimit-reset')) * 1000,
      })
    },
  }
}
