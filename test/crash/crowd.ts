import { setTimeout as pause } from 'node:timers/promises'
import { isUnderWay } from '../support/judge/requests.ts'
import type { Randomness } from '../support/simulation/randomness.ts'
import { isOver } from './books.ts'
import { botMessages, type Crowded } from './evidence.ts'
import type { Stage } from './stage.ts'

export type Crowd = ReturnType<typeof startCrowd>

/** How lively a crowd is. */
export interface Liveliness {
  /** From one request to the next, on the average. */
  paceMs: number
  /** Shares of the requests: cancelled by who asked, taken away with their message by an admin. */
  cancelled: number
  deleted: number
  /** Share of the requests before which an admin changes what may be spent. */
  budgeted: number
}

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'
const syllable = (index: number): string =>
  `${consonants[index % consonants.length]}${vowels[Math.floor(index / consonants.length) % vowels.length]}`
const syllables = consonants.length * vowels.length

/** A word for each number, of no language; none is in another. */
export const topicOf = (index: number): string =>
  `z${[index % syllables, Math.floor(index / syllables) % syllables].map(syllable).join('')}x`

/** More than that wait for their end at a time only when nobody is served. */
const unfinishedMax = 12
/** How many of a burst ask at the same time, and how long each waits before the next. */
const burstAtOnce = 5
const burstPaceMs = 500
const generousCredits = 10_000
const meanCredits = 0.01
const millionths = 1_000_000

/**
 * Members who ask for one thing after the other until they are stopped, change
 * their minds, and are looked after.
 */
export const startCrowd = (stage: Stage, random: Randomness, { paceMs, ...shares }: Liveliness) => {
  const { people, world, platform, books } = stage
  const { memberIds, adminId } = world.addresses[platform]
  const topics: string[] = []
  const takenAway = new Set<string>()
  const stopping = new AbortController()

  const setBudget = async (credits: number): Promise<void> => {
    await people.uses(adminId, '/budget limit', { credits, period: 'month' })
  }
  const isGenerous = async (): Promise<boolean> =>
    (await books.read()).journal.findLast(({ operation }) => operation === 'limit')?.credits ===
    String(generousCredits * millionths)
  const underWay = async () => (await people.messages(adminId)).filter(isUnderWay)
  const cancel = async (member: string): Promise<void> => {
    const [message, button] =
      (await underWay())
        .flatMap((seen) =>
          // By its label: in the place of its button another may stand by now.
          seen.buttons
            .filter(({ label }) => label.startsWith('Cancel'))
            .map(({ label }) => [seen, label] as const),
        )
        .at(-1) ?? []
    if (message !== undefined && button !== undefined) await people.presses(member, message.id, button)
  }
  const takeAway = async (): Promise<void> => {
    const message = (await underWay()).at(-1)
    if (message === undefined) return
    await people.deletes(adminId, message.id)
    takenAway.add(message.id)
  }
  const ask = async (member: string): Promise<void> => {
    const topic = topicOf(topics.length)
    topics.push(topic)
    if (random.chance(0.6)) await people.uses(member, '/music', { prompt: `a song about ${topic}` })
    else await people.uses(member, '/tts', { text: `${topic} is what this is about.` })
  }
  const turn = async (): Promise<void> => {
    const [member = ''] = random.chance(0.5) ? memberIds : memberIds.toReversed()
    const isBudgeted = random.chance(shares.budgeted)
    if (!(await isGenerous())) await setBudget(generousCredits)
    else if (isBudgeted) await setBudget(meanCredits)
    await ask(member)
    const isCancelled = random.chance(shares.cancelled)
    const isDeleted = random.chance(shares.deleted)
    await pause(paceMs * random.next())
    if (isCancelled) await cancel(random.chance(0.5) ? member : adminId)
    if (isDeleted) await takeAway()
    await pause(paceMs * random.next())
  }
  const isBusy = async (): Promise<boolean> =>
    (await books.jobs()).filter((job) => !isOver(job)).length >= unfinishedMax
  /** A message may be gone by now, and a platform may be down. */
  const patiently = (perform: () => Promise<void>): Promise<void> => perform().catch(() => pause(paceMs))
  const live = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (await isBusy()) await pause(paceMs)
      else await patiently(turn)
    }
  }
  const living = live()
  const askAll = async (count: number): Promise<void> => {
    const left = Array.from(
      { length: count },
      (_, index) => memberIds[index % memberIds.length] ?? '',
    ).values()
    const next = async (): Promise<void> => {
      for (const member of left) {
        await patiently(() => ask(member))
        await pause(burstPaceMs)
      }
    }
    await Promise.all(Array.from({ length: burstAtOnce }, next))
  }
  /** How often members were told by their client that nobody heard them. */
  const unheardSoFar = async (): Promise<number> =>
    (await botMessages(stage)).filter(({ state }) => state === 'did not respond').length
  const burst = async (count: number): Promise<void> => {
    let unheard = await unheardSoFar()
    for (let due = count; due > 0; ) {
      await askAll(due)
      due = (await unheardSoFar()) - unheard
      unheard += due
    }
  }
  return {
    /** Has members make so many more requests, ten a second; those that were not heard ask again. */
    burst,
    /** Ends the asking, and has the budget be what it was. */
    async stop(): Promise<Crowded> {
      stopping.abort()
      await living
      while (!(await isGenerous())) await setBudget(generousCredits)
      return { topics, takenAway }
    },
  }
}
