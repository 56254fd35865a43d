/**
 * What Redis answers when the fault is its own, or that of its settings, and not of the command. In a script's error
 * the code stands behind the script's name.
 * https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
const codes = {
  READONLY: 'is a replica, which takes no writes',
  MASTERDOWN: 'is a replica that has lost its primary',
  LOADING: 'is still loading its data',
  CLUSTERDOWN: 'is part of a cluster that is down',
  MISCONF: 'cannot write to its disk',
  OOM: 'is out of memory',
  NOPERM: 'does not let our user do that',
} as const

export type TroubleCode = keyof typeof codes

const pattern = new RegExp(`(?:^|\\s-?)(${Object.keys(codes).join('|')})\\b`)

/** The trouble that an error of Redis's tells of; undefined where it is about the command, or no answer at all. */
export const troubleIn = (error: unknown): TroubleCode | undefined => {
  const found = error instanceof Error ? pattern.exec(error.message)?.[1] : undefined
  return found as TroubleCode | undefined
}

/** The trouble in words, behind "Redis". */
export const troubleText = (error: unknown): string => {
  const code = troubleIn(error)
  return code === undefined ? 'does not answer' : `${codes[code]} (${code})`
}

const isDemoted = (error: unknown): boolean => ['READONLY', 'MASTERDOWN'].includes(troubleIn(error) ?? '')

/** Errors of the same moment are of the same connection. */
const momentMs = 50
const calmMs = 60_000
const retryMaxMs = 2_000

/**
 * Options for a connection to an address behind which another server may become the primary: one that became a replica is
 * left, and the address is asked again, with growing pauses while it leads to a replica.
 */
export const leavingReplicas = (now: () => number = Date.now) => {
  let times = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    reconnectOnError(error: Error): boolean {
      if (!isDemoted(error)) return false
      const sinceMs = now() - lastMs
      if (sinceMs > momentMs) {
        times = sinceMs > calmMs ? 1 : times + 1
        lastMs = now()
      }
      return true
    },
    retryStrategy: (attempt: number): number => Math.min(50 * 2 ** Math.max(attempt, times), retryMaxMs),
  }
}

/** What distinguishes one trouble from another: its code, or that of the network. */
const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return troubleIn(error) ?? ('code' in error ? String(error.code) : error.message)
}

/** An error that comes again within this time is still the same trouble. */
const sameTroubleMs = 60_000

/** Tells of an error when it begins, and not each time that it comes again. */
export const onChange = (
  tell: (error: unknown) => void,
  now: () => number = Date.now,
): ((error: unknown) => void) => {
  const lastMs = new Map<string, number>()
  return (error) => {
    const kind = kindOf(error)
    const isNew = now() - (lastMs.get(kind) ?? Number.NEGATIVE_INFINITY) > sameTroubleMs
    lastMs.set(kind, now())
    if (isNew) tell(error)
  }
}
