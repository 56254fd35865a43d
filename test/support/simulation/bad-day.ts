import type { RestFault } from './discord-model.ts'
import { createRandomness, type Randomness } from './randomness.ts'
import type { CallBack, PaidAnswer, ServicePlan, TaskEnd } from './service-model.ts'
import type { ActFault } from './simulated-process.ts'
import type { WakeFault } from './wake-ups.ts'

/** What became of our answer to a request: whether the member saw it, and whether we know that. */
export type Seen = 'given' | 'given without id' | 'shown unknown' | 'unknown' | 'too late'

/** A member's request, and what the service makes of it. */
export interface Ask {
  atMs: number
  server: number
  channel: number
  member: number
  seen: Seen
  hasToken: boolean
  /** A clip that it costs by, and its seconds; undefined for a song. */
  clip: { seconds: number } | undefined
  /** For themselves alone: it goes on in their direct messages. */
  isAlone: boolean
  service: ServicePlan
  /** The member does not ask after all. */
  isLeftOut?: boolean
}

/** What happens on a bad day, besides requests. `nth` counts from the first of its kind. */
export type Trouble =
  | { kind: 'act'; nth: number; fault: ActFault }
  | { kind: 'named act'; name: string; nth: number; fault: ActFault }
  | { kind: 'wake-up'; nth: number; fault: WakeFault }
  | { kind: 'request to Discord'; nth: number; fault: RestFault }
  | { kind: 'look-up'; nth: number }
  | { kind: 'queue forgets'; atMs: number }
  | { kind: 'asked again'; atMs: number; ask: number }
  | { kind: 'cancelled'; atMs: number; ask: number }
  | { kind: 'recovered'; atMs: number; ask: number }
  | { kind: 'message deleted'; atMs: number; ask: number }
  | { kind: 'channel deleted'; atMs: number; ask: number }
  | { kind: 'channel forbidden'; atMs: number; untilMs: number; ask: number }
  | { kind: 'direct messages closed'; atMs: number; ask: number }
  | { kind: 'forged call'; atMs: number; ask: number }
  | { kind: 'sweep'; atMs: number }

/** All that a seed decides beforehand. */
export interface BadDay {
  seed: number
  workers: number
  parallel: number
  serviceParallel: number
  lookupsPerMinute: number
  callbacks: boolean
  /** How much each server may use, in millionths. */
  limit: number
  asks: readonly Ask[]
  troubles: readonly Trouble[]
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

const refusedAnswers: readonly [PaidAnswer, ...PaidAnswer[]] = [
  ...(['busy', 'busy', 'not sent', 'not sent', 'broken', 'no answer', 'no answer', 'no answer'] as const),
  ...(['no balance', 'no key', 'refused', 'taken'] as const),
]

const someEnd = (random: Randomness): TaskEnd => {
  if (random.chance(0.85)) return 'complete'
  return random.chance(0.5)
    ? 'failed'
    : random.pick(['partial', 'partial', 'without files', 'never'] as const)
}

const someCallBacks = (random: Randomness): CallBack[] =>
  Array.from({ length: random.between(0, 4) }, () => ({
    about: random.chance(0.8) ? 'own task' : random.pick(['stranger task', 'no task'] as const),
    from: random.pick(['begin', 'end', 'end'] as const),
    afterMs: random.pick([0, 20, 1_500, 10 * secondMs, 2 * minuteMs, 40 * minuteMs]),
  }))

const somePlan = (random: Randomness): ServicePlan => {
  const etaSeconds = random.chance(0.8) ? random.between(10, 120) : undefined
  const isQuick = random.chance(0.7)
  const estimate = random.chance(0.9) ? random.between(50_000, 140_000) : undefined
  const costMax = random.chance(0.9) ? (estimate ?? 140_000) : 190_000
  return {
    answers: random.chance(0.4) ? [random.pick(refusedAnswers), random.pick(refusedAnswers)] : [],
    answerMs: random.chance(0.8) ? random.between(50, 3_000) : random.between(3_000, 44_000),
    etaSeconds,
    runMs: (etaSeconds ?? 150) * secondMs * (isQuick ? 0.4 : 0.4 + random.next() * 1.2),
    end: someEnd(random),
    estimate,
    cost: random.chance(0.9) ? random.between(40_000, costMax) : undefined,
    callBacks: someCallBacks(random),
  }
}

const someSeen = (random: Randomness): Seen =>
  random.chance(0.8)
    ? 'given'
    : random.pick(['given without id', 'shown unknown', 'unknown', 'too late'] as const)

const someAsk = (random: Randomness): Ask => ({
  atMs: random.chance(0.6) ? random.between(0, 2_000) : random.between(0, 5 * minuteMs),
  server: random.between(1, 2),
  channel: random.between(1, 2),
  member: random.between(1, 2),
  seen: someSeen(random),
  hasToken: random.chance(0.8),
  clip: undefined,
  isAlone: false,
  service: somePlan(random),
})

const sleepSpans = [20 * secondMs, 100 * secondMs, 5 * minuteMs, 7 * minuteMs, 35 * minuteMs] as const

const someActFault = (random: Randomness): ActFault => {
  const when = random.pick(['before', 'after'] as const)
  if (random.chance(0.35)) return { kind: 'dies', when }
  if (random.chance(0.45)) return { kind: 'sleeps', when, spanMs: random.pick(sleepSpans) }
  return { kind: random.chance(0.8) ? 'answer lost' : 'not done' }
}

const someWakeFault = (random: Randomness): WakeFault => {
  const spanMs = random.pick([1_000, 20 * secondMs, 5 * minuteMs])
  const kind = random.pick(['lost', 'twice', 'late'] as const)
  return kind === 'lost' ? { kind } : { kind, spanMs }
}

const someMoment = (random: Randomness): number =>
  random.chance(0.7) ? random.between(0, 4 * minuteMs) : random.between(0, hourMs)

/** Acts after or before which it matters most who goes on. */
const namedActs = [
  ...(['TAKE', 'TAKE PLACE', 'TAKE PLACE', 'BEGIN SUBMIT', 'KEEP PLACE', 'pays', 'SUBMITTED'] as const),
  ...(['UNCERTAIN', 'RETURN', 'READY', 'FINISH', 'TOLD', 'NOTE', 'discord', 'ACCEPT', 'REQUEST'] as const),
] as const

const someNamedAct: Draw = (random) => ({
  kind: 'named act',
  name: random.pick(namedActs),
  nth: random.between(1, 4),
  fault: someActFault(random),
})

type Draw = (random: Randomness, ask: number) => Trouble

const draws: readonly [Draw, ...Draw[]] = [
  someNamedAct,
  someNamedAct,
  someNamedAct,
  someNamedAct,
  (random) => ({ kind: 'act', nth: random.between(1, 150), fault: someActFault(random) }),
  (random) => ({ kind: 'act', nth: random.between(1, 150), fault: someActFault(random) }),
  (random) => ({ kind: 'act', nth: random.between(1, 250), fault: someActFault(random) }),
  (random) => ({ kind: 'act', nth: random.between(20, 150), fault: someActFault(random) }),
  (random) => ({ kind: 'act', nth: random.between(20, 150), fault: someActFault(random) }),
  (random) => ({ kind: 'wake-up', nth: random.between(1, 25), fault: someWakeFault(random) }),
  (random) => ({ kind: 'wake-up', nth: random.between(3, 25), fault: { kind: 'lost' } }),
  (random) => ({
    kind: 'request to Discord',
    nth: random.between(1, 10),
    fault: random.pick(['answer lost', 'answer lost', 'not done', 'limited', 'broken'] as const),
  }),
  (random) => ({
    kind: 'request to Discord',
    nth: random.between(1, 10),
    fault: random.pick(['answer lost', 'not done'] as const),
  }),
  (random) => ({ kind: 'look-up', nth: random.between(1, 6) }),
  (random) => ({ kind: 'queue forgets', atMs: someMoment(random) }),
  (random, ask) => ({ kind: 'asked again', atMs: someMoment(random), ask }),
  (random, ask) => ({ kind: 'cancelled', atMs: random.between(0, 3 * minuteMs), ask }),
  (random, ask) => ({ kind: 'recovered', atMs: random.between(minuteMs, 2 * hourMs), ask }),
  (random, ask) => ({ kind: 'message deleted', atMs: random.between(0, 3 * minuteMs), ask }),
  (random, ask) => ({ kind: 'channel deleted', atMs: someMoment(random), ask }),
  (random, ask) => {
    const atMs = random.between(0, 3 * minuteMs)
    return { kind: 'channel forbidden', atMs, untilMs: atMs + random.between(secondMs, hourMs), ask }
  },
  (random, ask) => ({ kind: 'direct messages closed', atMs: someMoment(random), ask }),
  (random, ask) => ({ kind: 'forged call', atMs: random.between(0, 3 * minuteMs), ask }),
  (random) => ({ kind: 'sweep', atMs: someMoment(random) }),
]

const someClip = (random: Randomness): Ask['clip'] =>
  random.chance(0.3) ? { seconds: random.between(1, 599) } : undefined

/**
 * Clips, what is asked for alone, and what arrives late are drawn by themselves, so that a seed has the day that it had
 * before there were any.
 */
const clipSeeds = 1_000_000_000
const aloneSeeds = 2_000_000_000
const arrivalSeeds = 3_000_000_000
const aloneShare = 0.25
const lateShare = 0.5

/** The same trouble, where a process may die of it with something on its way. */
const withArrival = (trouble: Trouble, random: Randomness): Trouble => {
  if (trouble.kind !== 'act' && trouble.kind !== 'named act') return trouble
  if (trouble.fault.kind !== 'dies' || trouble.fault.when === 'after' || !random.chance(lateShare))
    return trouble
  return {
    ...trouble,
    fault: { ...trouble.fault, arrivesAfterMs: random.pick([50, secondMs, 8 * secondMs]) },
  }
}

/** The day that belongs to a seed. */
export const dayOf = (seed: number): BadDay => {
  const random = createRandomness(seed)
  const ofClips = createRandomness(clipSeeds + seed)
  const ofAlone = createRandomness(aloneSeeds + seed)
  const ofArrivals = createRandomness(arrivalSeeds + seed)
  const asks = Array.from({ length: random.pick([1, 2, 2, 3, 3, 4, 5]) }, () => ({
    ...someAsk(random),
    clip: someClip(ofClips),
    isAlone: ofAlone.chance(aloneShare),
  }))
  const parallel = random.pick([1, 1, 2, 10])
  return {
    seed,
    workers: random.between(1, 3),
    parallel,
    serviceParallel: random.chance(0.8) ? parallel : 1,
    lookupsPerMinute: random.chance(0.9) ? 100_000 : 6,
    callbacks: random.chance(0.6),
    limit: random.chance(0.8) ? 100_000_000 : 450_000,
    asks,
    troubles: Array.from({ length: random.between(0, 8) }, () =>
      random.pick(draws)(random, random.between(0, asks.length - 1)),
    ).map((trouble) => withArrival(trouble, ofArrivals)),
  }
}
