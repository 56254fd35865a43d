import { setTimeout as delay } from 'node:timers/promises'
import { listenForCallbacks } from './callbacks.ts'
import type { Row } from './row.ts'
import { type Finding, runRows } from './runner.ts'
import { createService } from './service.ts'
import { createPace } from './waiting.ts'
import { createWire } from './wire.ts'

/** A run against one service; everything but the first three has a default. */
export type RunOptions = {
  /** The address before the version, without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly rows: readonly Row[]
  readonly tell?: (finding: Finding) => void
  /** A public address under which the service can call this machine. */
  readonly callbackUrl?: string | undefined
  readonly callbackPort?: number | undefined
  readonly lookUpsPerMinute?: number | undefined
  readonly tasksAtOnce?: number | undefined
  readonly patienceMs?: number
  readonly callbackPatienceMs?: number
}

/** What a run found, and what its tasks were estimated at. */
export type RunResult = { readonly findings: readonly Finding[]; readonly creditsEstimated: number }

const usualTasksAtOnce = 3
const usualPatienceMs = 5 * 60_000
const usualCallbackPatienceMs = 30_000

const isLoopback = (address: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(address).hostname)

/**
 * Tries the rows against a service, over HTTP and by nothing else. Throws where
 * no callback can be listened for.
 */
export const runContract = async (options: RunOptions): Promise<RunResult> => {
  const ending = new AbortController()
  const sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    const enough = signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal])
    await delay(milliseconds, undefined, { signal: enough })
  }
  const now = (): number => performance.now()
  const patienceMs = options.patienceMs ?? usualPatienceMs
  const callbacks = await listenForCallbacks({
    isLocal: isLoopback(options.baseUrl),
    publicUrl: options.callbackUrl,
    port: options.callbackPort,
    sleep,
  })
  const service = createService({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    wire: createWire({ fetch, sleep, now, patienceMs }),
    callbacks,
    now,
    tasksAtOnce: options.tasksAtOnce ?? usualTasksAtOnce,
    patienceMs,
    callbackPatienceMs: options.callbackPatienceMs ?? usualCallbackPatienceMs,
    lookUpTurn: createPace(options.lookUpsPerMinute, { now, sleep }),
  })
  try {
    const findings = await runRows(options.rows, service, options.tell ?? (() => undefined))
    return { findings, creditsEstimated: service.creditsEstimated() }
  } finally {
    ending.abort()
    await callbacks.close()
  }
}
