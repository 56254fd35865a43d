/**
 * Errors caused by Redis or its settings, not by the command. In a script's error the code follows the script's
 * name. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
const codes = {
  READONLY: 'is a replica, which takes no writes',
  MASTERDOWN: 'is a replica that has lost its primary',
  LOADING: 'is still loading its data',
  CLUSTERDOWN: 'is part of a cluster that is down',
  MISCONF: 'cannot write to its disk',
  OOM: 'is out of memory',
  NOPERM: 'does not let our user do that',
  NOREPLICAS: 'has too few replicas to take writes',
  NOAUTH: 'refuses the user or the password',
  WRONGPASS: 'refuses the user or the password',
  MAXCLIENTS: 'accepts no more connections',
} as const

export type TroubleCode = keyof typeof codes

const pattern = new RegExp(`(?:^|\\s-?)(${Object.keys(codes).join('|')})\\b`)

/** A script that is denied a command or a key gets no code; the wording depends on the version. */
const deniedScript = /^(?:ERR )?(?:The user executing the script can't|ACL failure in script)/

/**
 * Redis reports this without a code:
 * https://redis.io/docs/latest/develop/reference/clients/#maximum-concurrent-connected-clients
 */
const isFull = /\bERR max number of clients/

/** A cluster's own error gives no reason, but carries the error of the node that was asked last. */
export const causeOf = (error: Error): Error =>
  'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : error

/** The trouble behind a Redis error; undefined if the command is to blame, or Redis did not answer. */
export const troubleIn = (error: unknown): TroubleCode | undefined => {
  if (!(error instanceof Error)) return undefined
  if (deniedScript.test(error.message)) return 'NOPERM'
  if (isFull.test(error.message)) return 'MAXCLIENTS'
  return pattern.exec(error.message)?.[1] as TroubleCode | undefined
}

/** The first word of Redis's reply; undefined if it did not reply. */
const refusalIn = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'ReplyError' ? /^\w+/.exec(error.message)?.[0] : undefined

/** The command that our user may not run, in the wording of any Redis version. */
export const deniedCommand = (error: unknown): string | undefined =>
  error instanceof Error ? /to run the '([^']+)' command/.exec(error.message)?.[1] : undefined

/** What our user lacks, to follow "Redis". */
export const deniedText = (rules: string): string => `${codes.NOPERM}: it lacks ${rules} (NOPERM)`

/** The wording of `findCause`. */
const refusedConnection = /(?<=^Redis )refuses the connection: .*/

/** The trouble in words, to follow "Redis". */
export const troubleText = (error: unknown): string => {
  const code = troubleIn(error)
  const denied = code === 'NOPERM' ? deniedCommand(error) : undefined
  if (denied !== undefined) return deniedText(`+${denied}`)
  if (code !== undefined) return `${codes[code]} (${code})`
  const lastWord = error instanceof Error ? refusedConnection.exec(error.message)?.[0] : undefined
  if (lastWord !== undefined) return lastWord
  const refusal = refusalIn(error)
  return refusal === undefined ? 'does not answer' : `refuses a write (${refusal})`
}

const mends = {
  READONLY: 'Let REDIS_URL lead to the primary.',
  MASTERDOWN: 'Let REDIS_URL lead to the primary.',
  LOADING: 'Try again once it is done.',
  CLUSTERDOWN: '"redis-cli --cluster check" says which slots are not served.',
  MISCONF: 'Make room on the disk.',
  OOM: 'Raise its maxmemory, or free some of its memory.',
  NOPERM: '"Rights" in docs/operating/redis.md has the line that allows it.',
  NOREPLICAS: 'Start its replicas, or lower min-replicas-to-write.',
  NOAUTH: 'Set them in REDIS_URL.',
  WRONGPASS: 'Correct them in REDIS_URL.',
  MAXCLIENTS: 'Raise its maxclients, or run fewer processes.',
} as const satisfies Record<TroubleCode, string>

/** The trouble behind an error or one of its causes, with the fix; undefined if there is none. */
export const mendedTrouble = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = troubleIn(cause)
    if (code !== undefined) return `${troubleText(cause)}. ${mends[code]}`
  }
  return undefined
}
