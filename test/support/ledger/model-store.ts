import { AssertionError } from 'node:assert'
import { amountMax, type Microcredits, microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { JobRecord, JobRequest } from '../../../src/core/job/job.ts'
import type { BeginResult, LateMoveResult } from '../../../src/core/job/job-store.ts'
import { scopeKinds } from '../../../src/core/ledger/scope.ts'
import { accountOf, type Target } from '../../../src/core/target.ts'
import { jobIdFor } from '../../../src/redis/keys.ts'
import { target } from '../commands/invocation.ts'
import type { StoreWorld } from '../redis/store-world.ts'
import { twoTakes } from '../service/outcome.ts'
import type { Model, Reply } from './model.ts'
import {
  type Call,
  channelOf,
  featureOf,
  memberOf,
  modelOf,
  type RequestCall,
  type SettingsCall,
  type StepCall,
} from './model-calls.ts'
import { nextLookMs } from './model-steps.ts'

export const account = accountOf(target())

const placeOf = (slot: number): Target => target({ channel: channelOf(slot), member: memberOf(slot) })

/** The id of a slot's job. */
export const jobIdOf = (slot: number): string => jobIdFor(account, `event-${slot}`)

const requestOf = ({ slot, bound, word, groups, isFree }: RequestCall): JobRequest => ({
  id: jobIdOf(slot),
  feature: isFree ? 'result' : featureOf(slot),
  given: { prompt: `a sea shanty${word}` },
  values: { prompt: `a sea shanty${word}`, model: modelOf(slot) },
  target: placeOf(slot),
  fileBytesMax: 10_000_000,
  replyToken: 'application-1/token-1',
  bound: microcredits(bound),
  isFree,
  groups,
})

/** A job as the caller of the store has it at hand. */
export const atHand = (
  { jobs }: Model,
  slot: number,
): Pick<JobRecord, 'id' | 'target' | 'scopes' | 'day'> => ({
  id: jobIdOf(slot),
  target: placeOf(slot),
  day: jobs.get(slot)?.day,
  scopes: (jobs.get(slot)?.scopes ?? []).flatMap((scope) => {
    const [name, id = ''] = scope.split(':')
    const kind = scopeKinds.find((known) => known === name)
    return kind === undefined ? [] : [{ kind, id }]
  }),
})

const orUndefined = (word: string): string | undefined => (word === '' ? undefined : word)
const creditsOf = (credits: number | undefined): Microcredits => microcredits(credits ?? 0)

const messageOf = (word: string) =>
  word === '' ? undefined : ({ platform: 'discord', channel: 'channel-1', message: word } as const)

const takeStep = (
  { store }: StoreWorld,
  model: Model,
  call: StepCall,
): Promise<BeginResult | LateMoveResult> => {
  const { operation, slot, epoch, contents } = call
  const { word, credits, source } = contents
  const job = atHand(model, slot)
  const step = { ...job, epoch: epoch ?? 0 }
  switch (operation) {
    case 'accept':
      return store.accept(job, messageOf(word))
    case 'begin-submit':
      return store.beginSubmit(step, model.nowMs + nextLookMs, {
        callback: false,
        isPlaceless: model.jobs.get(slot)?.isFree ?? false,
        measured: credits === undefined ? undefined : { seconds: 61.5, bound: microcredits(credits) },
      })
    case 'submitted': {
      const estimate = credits === undefined ? undefined : microcredits(credits)
      const submission = { taskId: `task${word}`, etaSeconds: 60, estimate }
      return store.submitted(step, submission, model.nowMs + nextLookMs)
    }
    case 'return-to-accepted':
      return store.returnToAccepted(step, model.nowMs + nextLookMs, 'busy')
    case 'uncertain':
      return store.uncertain(step)
    case 'void':
      return store.void(epoch === undefined ? job : step, 'interrupted', orUndefined(word))
    case 'fail':
      return store.fail(step, orUndefined(word))
    case 'book':
      return store.book(step, 'booked', word === '' ? 'outcome_unknown' : 'overdue')
    case 'expire':
      return store.book(step, 'expired', word === '' ? 'outcome_unknown' : 'overdue')
    case 'ready':
      return store.ready(
        step,
        { ...twoTakes, coverUrl: orUndefined(word) },
        { amount: creditsOf(credits), source },
      )
    case 'post':
      return store.finish(step, 'posted', messageOf(word))
    case 'withhold':
      return store.finish(step, 'withheld', messageOf(word))
  }
}

const outlineOf = ({ state, epoch, wake }: JobRecord) => ({ state, epoch, wake })

const changeSettings = async ({ budgets, bonuses }: StoreWorld, call: SettingsCall): Promise<Reply> => {
  const change = { account, eventId: `event-${call.event}`, actor: 'admin-1', reason: undefined }
  switch (call.change) {
    case 'limit': {
      const { limit, period, zone, weekStart } = call
      return {
        ...(await budgets.setLimit({ ...change, limit: microcredits(limit), period, zone, weekStart })),
      }
    }
    case 'share limit': {
      const limit = call.limit === undefined ? undefined : microcredits(call.limit)
      return { ...(await budgets.setShareLimit({ ...change, of: call.of, limit })) }
    }
    case 'pause':
      return { ...(await budgets.setPause({ ...change, of: call.of, isPaused: call.isPaused })) }
    case 'sponsoring':
      return { ...(await budgets.setSponsoring({ ...change, isAllowed: call.isAllowed })) }
    case 'sponsor': {
      const { giver, receiver, groups } = call
      const { eventId } = change
      const credits = microcredits(call.credits)
      return { ...(await budgets.sponsor({ account, eventId, giver, receiver, groups, credits })) }
    }
    case 'grant': {
      const { scope, way, expiresInMs } = call
      const credits = microcredits(call.credits)
      return { ...(await budgets.grant({ ...change, scope, way, credits, expiresInMs })) }
    }
    case 'lapse':
      for (const share of await bonuses.due()) await bonuses.lapse(share)
      return { status: 'done' }
  }
}

/** The world of a history, whose requests may be overtaken: see `ModelConnection`. */
export type ModelWorld = StoreWorld & {
  overtakeRequest: (run: () => Promise<unknown>) => () => Promise<void>
}

/** A member asks admins. Answers how one of them ended it by declining; empty if it couldn't be asked. */
const ask = async ({ approvals }: ModelWorld, asked: JobRequest, isDeclined: boolean): Promise<string> => {
  const short = { kind: 'server', id: '', left: 0, limit: microcredits(0) } as const
  const parked = await approvals.park({ request: asked, short, place: asked.target })
  if (!isDeclined || parked.status === 'too_many') return ''
  await approvals.end(parked.approval, 'declined', 'admin-1')
  return (await approvals.read(asked.id))?.state ?? ''
}

const requestWith = async (world: ModelWorld, call: RequestCall, ceiling: number | undefined) => {
  const asked = requestOf(call)
  if (call.leave === 'none') return world.store.request(asked)
  const isDeclined = call.leave === 'declined'
  const ended = await ask(world, asked, isDeclined)
  const most = ceiling === undefined ? amountMax : microcredits(ceiling)
  const result = await world.store.approve(asked, { by: 'admin-1', reason: 'asked for it', most })
  return isDeclined ? { ...result, ended } : result
}

const request = async (world: ModelWorld, { ceiling }: Model, call: RequestCall): Promise<Reply> => {
  const { overtakenBy } = call
  const overtake = overtakenBy && world.overtakeRequest(() => changeSettings(world, overtakenBy))
  const result = await requestWith(world, call, ceiling)
  await overtake?.()
  if (result.status !== 'exists') return { ...result }
  const { job, ...others } = result
  return { ...others, ...outlineOf(job) }
}

const answerTo = async (world: ModelWorld, model: Model, call: Call): Promise<Reply> => {
  const { store } = world
  switch (call.kind) {
    case 'request':
      return request(world, model, call)
    case 'step':
      return { ...(await takeStep(world, model, call)) }
    case 'settings':
      return changeSettings(world, call)
    case 'take': {
      const job = await store.take(jobIdOf(call.slot), call.wake, call.untilMs)
      return job === undefined ? { status: 'stale' } : { status: 'taken', ...outlineOf(job) }
    }
    case 'told':
      return { ...(await store.told({ ...atHand(model, call.slot), epoch: call.epoch })) }
    case 'wake at': {
      const step = { ...atHand(model, call.slot), epoch: call.epoch }
      return { ...(await store.wakeAt(step, call.atMs, call.counts ? 'deliverTries' : undefined)) }
    }
    case 'note':
      await store.note({ ...atHand(model, call.slot), epoch: call.epoch }, 'placeholder', 'message-1')
      return { status: 'noted' }
    case 'cancel':
      return { ...(await store.cancel(atHand(model, call.slot), call.by)) }
    case 'correct': {
      const cost = { amount: microcredits(call.credits), source: call.source }
      return { status: await store.correct(atHand(model, call.slot), cost) }
    }
    case 'rewake': {
      const woken = await store.rewake(call.beforeMs)
      const slotOf = new Map([...model.jobs.keys()].map((slot) => [jobIdOf(slot), slot]))
      return { woken: Object.fromEntries(woken.map(({ jobId, wake }) => [slotOf.get(jobId), wake])) }
    }
  }
}

/**
 * Calls the store. Of the model it knows only what a caller would: who and where. An error is an answer too. What a
 * step says it changed is left out: transitions.test.ts checks that.
 */
export const perform = async (world: ModelWorld, model: Model, call: Call): Promise<Reply> => {
  try {
    const { isRepeat: _, charged: __, ...reply } = await answerTo(world, model, call)
    return reply
  } catch (error) {
    if (error instanceof AppError) return { threw: error.code, because: error.message }
    if (error instanceof AssertionError) return { threw: 'bug' }
    throw error
  }
}
