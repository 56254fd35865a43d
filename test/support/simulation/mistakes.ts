import { microcredits } from '../../../src/core/credits.ts'
import { privateChannelNote } from '../../../src/core/job/platform.ts'
import { type Mutant, tamperWith } from '../ledger/mutants.ts'
import type { Mistake } from './stage.ts'

/** A rule of jobs that somebody may break, and that a bad day has to bring to light. */
export interface NamedMistake extends Mistake {
  name: string
  /** A day that reveals it, which is played first; the long form always searches. */
  day: number
  /** The lines of scripts that say something else. */
  scripts: readonly Mutant[]
}

const inScripts = (name: string, day: number, ...scripts: readonly Omit<Mutant, 'name'>[]): NamedMistake => {
  const mutants = scripts.map((script) => ({ name, ...script }))
  const tampers = mutants.map(tamperWith)
  return {
    name,
    day,
    scripts: mutants,
    tamper: (source) => tampers.reduce((changed, tamper) => tamper(changed), source),
  }
}

const inPorts = (name: string, day: number, spoil: NonNullable<Mistake['spoil']>): NamedMistake => ({
  name,
  day,
  scripts: [],
  spoil,
})

/** Mistakes in the rules by which jobs survive. */
export const mistakes: readonly NamedMistake[] = [
  inPorts('what may have been taken is sent again', 4, (deps) => ({
    ...deps,
    store: {
      ...deps.store,
      uncertain: (step) => deps.store.returnToAccepted(step, deps.now() + 2_000, 'unsent'),
    },
  })),
  inScripts(
    'a result is paid for when it is shown',
    6,
    {
      file: 'ready',
      right: "settle(arrow, 'settle', tonumber(args.cost), args.source)",
      wrong: "redis.call('HSET', job_key, 'cost', args.cost, 'source', args.source)",
    },
    {
      file: 'finish',
      right: "redis.call('HSET', job_key, 'told', arrow.to)",
      wrong: `redis.call('HSET', job_key, 'told', arrow.to)
        if redis.call('HGET', hold_key, 'state') == 'open' then close_hold('settle', tonumber(field('cost')), field('source')) end`,
    },
  ),
  inPorts('what is for one alone is posted where it was requested', 6, (deps) => ({
    ...deps,
    platforms: new Map(
      [...deps.platforms].map(([name, platform]) => [
        name,
        {
          ...platform,
          async post(target, message, attempt) {
            if (!('isDirect' in target)) return platform.post(target, message, attempt)
            const { isDirect: _isDirect, ...asker } = target
            const channel = `channel-${asker.server.replace('server-', '')}-0`
            await attempt.note(privateChannelNote, channel)
            return platform.post({ ...asker, channel }, message, attempt)
          },
        },
      ]),
    ),
  })),
  inScripts('a step whose epoch is over still writes', 37, {
    file: 'prelude',
    right: "return args.epoch == nil or field('epoch') == args.epoch",
    wrong: 'return true',
  }),
  inScripts('a hold is lowered in the record alone', 3, {
    file: 'begin-submit',
    right: 'adjust_hold(bound)',
    wrong: '',
  }),
  inScripts('a wake-up raises the epoch', 3, {
    file: 'prelude',
    right: "return whole(redis.call('HINCRBY', job_key, 'wake', 1)), due",
    wrong:
      "redis.call('HINCRBY', job_key, 'epoch', 1) return whole(redis.call('HINCRBY', job_key, 'wake', 1)), due",
  }),
  inScripts('a place is given back by its job and not by its epoch', 73, {
    file: 'release-place',
    right: "if redis.call('ZREM', leases_key, ARGV[3]) == 0 then return { 'not_held' } end",
    wrong: "if give_up(string.match(ARGV[3], '^(.*)-%d+$'), 1e9) == 0 then return { 'not_held' } end",
  }),
  {
    name: 'a message is created again without a look, and without a nonce',
    day: 193,
    scripts: [],
    discord: 'forgets nonces',
    spoil: (deps) => ({
      ...deps,
      platforms: new Map(
        [...deps.platforms].map(([name, platform]) => [
          name,
          {
            ...platform,
            post: (target, message, attempt) =>
              platform.post(target, message, { ...attempt, notes: { ...attempt.notes, post_tried: '' } }),
          },
        ]),
      ),
    }),
  },
  inPorts('a task that a call names is believed to be the own one', 410, (deps) => ({
    ...deps,
    callbacks: deps.callbacks && { ...deps.callbacks, isAddressOf: () => true },
  })),
  inScripts('an offer never lapses', 196, {
    file: 'tend-line',
    right: "for _, entry in ipairs(redis.call('ZRANGEBYSCORE', offers_key, '-inf', now)) do",
    wrong: 'for _, entry in ipairs({}) do',
  }),
  inScripts('what was sent can still be cancelled', 32, {
    file: 'cancel',
    right: "if state == 'requested' or state == 'accepted' then",
    wrong: `arrows.void.submitted = arrows.void.accepted
if state == 'requested' or state == 'accepted' or state == 'submitted' then`,
  }),
  inScripts('a job is recovered whatever became of it', 8, {
    file: 'recover',
    right: "if field('state') ~= 'withheld' or field('removal') then return refused() end",
    wrong: '',
  }),
  inPorts('what was held is booked when nobody knows, as if it had cost nothing', 3, (deps) => ({
    ...deps,
    store: { ...deps.store, book: (step) => deps.store.void(step, 'outcome_unknown') },
  })),
  inPorts('a later figure of the service is not looked at', 2, (deps) => ({
    ...deps,
    store: {
      ...deps.store,
      ready: (step, outcome) => deps.store.ready(step, outcome, { amount: microcredits(1), source: 'final' }),
    },
  })),
]
