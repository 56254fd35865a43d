import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { RemoteFaults } from '../../studio/kit/faults/faults.ts'
import { InvalidFault } from '../../studio/kit/faults/invalid-fault.ts'
import type { Wire } from '../wire.ts'

/** The plan of an account, by which the studio tells when a bot oversteps it. */
export type PlanLimits = { readonly parallelMax: number; readonly lookUpsPerMinute: number }

/** A studio, as far as the sandbox arranges it over HTTP. */
export type RemoteStudio = {
  readonly faults: RemoteFaults
  /** Has the studio hold its callers to these from now on. Rejects when the studio does not take them. */
  readonly limit: (limits: PlanLimits) => Promise<void>
  /** Sets how long songs are from now on. Rejects when the studio refuses the value. */
  readonly setMusicSeconds: (musicSeconds: number) => Promise<void>
}

const refusal = z.object({ error: z.string(), field: z.string() })

/** Arranges a studio over HTTP. What it was asked to fail at is on the wire, in order. */
export const reachStudio = (controlUrl: string, wire: Pick<Wire, 'record'>): RemoteStudio => {
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${controlUrl}${path}`, { method, headers, ...content })
    if (response.ok) return
    const text = await response.text()
    if (response.status !== 400) throw new Error(`The studio's control answers ${response.status}: ${text}`)
    const { error, field } = refusal.parse(JSON.parse(text))
    throw new InvalidFault(field, error)
  }
  return {
    faults: {
      add: async (fault) => {
        await call('POST', '/faults', fault)
        wire.record({ platform: 'studio', kind: 'event', summary: 'studio fault', detail: fault })
      },
      clear: async () => {
        await call('DELETE', '/faults')
      },
    },
    limit: (limits) => call('PUT', '/settings', limits),
    setMusicSeconds: (musicSeconds) => call('PUT', '/settings', { musicSeconds }),
  }
}

const happened = z.array(
  z.object({
    id: z.int(),
    kind: z.enum(['request', 'event']),
    summary: z.string(),
    detail: z.unknown(),
  }),
)

const longPollMs = 25_000
const pauseMs = 1_000

/**
 * Puts on the wire what goes between a studio and its callers, until it is closed. It reads the studio's
 * control, which answers when the studio's network fails.
 */
export const followStudio = (controlUrl: string, wire: Pick<Wire, 'record'>): { close(): Promise<void> } => {
  const ending = new AbortController()
  const { signal } = ending

  const read = async (since: number): Promise<z.output<typeof happened>> => {
    const response = await fetch(`${controlUrl}/wire?since=${since}&waitMs=${longPollMs}`, { signal })
    if (!response.ok) throw new Error(`The studio's control answers ${response.status}`)
    return happened.parse(await response.json())
  }
  const follow = async (): Promise<void> => {
    for (let last = 0; !signal.aborted; ) {
      try {
        for (const { id, ...entry } of await read(last)) {
          // Its time is that of the wire's clock, a moment later: the studio's clock is moved by itself.
          wire.record({ platform: 'studio', ...entry })
          last = id
        }
      } catch {
        // The studio is away, and may come back; the pause keeps nothing running.
        await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }
  const followed = follow()
  return {
    async close() {
      ending.abort()
      await followed
    },
  }
}
