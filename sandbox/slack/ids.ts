const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const pick = (random: () => number, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')

/** A secret of that many letters and digits, from the injected chance. */
export const randomText = (random: () => number, length: number): string => pick(random, letters, length)

/** An id as Slack makes them: the kind's letter, then ten capitals and digits. */
export const newId = (random: () => number, kind: string): string => `${kind}0${pick(random, capitals, 9)}`

/** So many digits, of which the first is not 0. */
export const randomDigits = (random: () => number, length: number): string =>
  `${1 + Math.floor(random() * 9)}${pick(random, '0123456789', length - 1)}`

const microsecondsPerSecond = 1_000_000n

/**
 * Makes the time stamps that are the ids of messages: seconds, a dot, six digits.
 * Each is greater than the one before.
 * https://docs.slack.dev/messaging/retrieving-messages#individual_messages
 */
export const createTimestamps = (now: () => number): (() => string) => {
  let last = 0n
  return () => {
    const atLeast = BigInt(Math.floor(now())) * 1000n
    last = atLeast > last ? atLeast : last + 1n
    return `${last / microsecondsPerSecond}.${String(last % microsecondsPerSecond).padStart(6, '0')}`
  }
}

/** Orders time stamps: negative when the first is the earlier one. */
export const compareTimestamps = (a: string, b: string): number => {
  const [aSeconds = '0', aFraction = ''] = a.split('.')
  const [bSeconds = '0', bFraction = ''] = b.split('.')
  return (
    Number(aSeconds) - Number(bSeconds) || Number(aFraction.padEnd(6, '0')) - Number(bFraction.padEnd(6, '0'))
  )
}
