import type { LocalClip } from '../../../src/core/clip/clip-reading.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { ApiRequest, QueryRequest } from '../../../src/core/endpoints/api-request.ts'
import type { Choice } from '../../../src/core/fields/field.ts'
import type {
  AudioService,
  LookupOutcome,
  LyricsOutcome,
  SubmitOutcome,
} from '../../../src/core/job/audio-service.ts'
import type { Places } from '../../../src/core/job/concurrency.ts'
import { twoTakes } from './outcome.ts'

/** What the service estimates and charges unless a test says otherwise. */
export const usualEstimate = microcredits(150_000)
export const usualCost = microcredits(120_000)
export const usualEtaSeconds = 60

/** A finished task with both takes. */
export const finished = {
  status: 'finished',
  outcome: twoTakes,
  cost: usualCost,
} as const satisfies LookupOutcome

/** An accepted request, as a task of its own. */
export const accepted = (taskId: string, changes: object = {}): SubmitOutcome => ({
  status: 'accepted',
  taskId,
  etaSeconds: usualEtaSeconds,
  estimate: usualEstimate,
  conversionIds: [],
  flaggedFor: undefined,
  ...changes,
})

type Scripted<T> = T | (() => Promise<T>)

/** Words that were written, for what the public list says. */
export const written = {
  status: 'written',
  lyrics: 'Oh the sea\nso blue',
  taskId: 'lyrics-1',
  estimate: microcredits(8_000),
} as const satisfies LyricsOutcome

const play = <T>(step: Scripted<T>): Promise<T> =>
  typeof step === 'function' ? (step as () => Promise<T>)() : Promise.resolve(step)

/**
 * The audio service in memory. It accepts every request and has its tasks finished at the first look, unless
 * a test puts other outcomes first; it counts what it is asked, for a song must not be bought twice. Every
 * look is paid for with a look-up.
 */
export const createScriptedAudioService = (
  now: () => number,
  { spendLookup }: Pick<Places, 'spendLookup'>,
) => {
  const submissions: ApiRequest[] = []
  const files: Readonly<Record<string, LocalClip>>[] = []
  const lookUps: { taskId: string; conversionType: string; atMs: number }[] = []
  const submitScript: Scripted<SubmitOutcome>[] = []
  const questions: QueryRequest[] = []
  const answerScript: Scripted<LyricsOutcome>[] = []
  const lookUpScript: Scripted<LookupOutcome>[] = []
  let voices: readonly Choice[] = []
  let usualLookUp: LookupOutcome = finished
  const service: AudioService = {
    submit(request, sent) {
      submissions.push(request)
      files.push(sent)
      return play(submitScript.shift() ?? accepted(`task-${submissions.length}`))
    },
    answer(request) {
      questions.push(request)
      return play(answerScript.shift() ?? written)
    },
    async lookUp(conversionType, task, use) {
      const spent = await spendLookup(use)
      if (spent.status === 'wait') return { status: 'later', waitMs: spent.waitMs }
      const taskId = typeof task === 'string' ? task : task.conversionId
      lookUps.push({ taskId, conversionType, atMs: now() })
      return play(lookUpScript.shift() ?? usualLookUp)
    },
    voices: () => Promise.resolve({ voices, unreadable: 0, total: voices.length }),
    look: () => Promise.resolve({ status: 'accepted' }),
    findVoices: () => Promise.resolve({ voices, unreadable: 0, total: voices.length }),
  }
  return {
    ...service,
    submissions,
    /** The paid requests that were answered at once. */
    questions,
    /** The next of them end so, one each; those after them are answered. */
    answerWith: (...outcomes: Scripted<LyricsOutcome>[]) => void answerScript.push(...outcomes),
    /** What each submission brought along. */
    files,
    lookUps,
    /** The next requests end so, one each; those after them are accepted. */
    submitWith: (...outcomes: Scripted<SubmitOutcome>[]) => void submitScript.push(...outcomes),
    /** The next looks find this, one each; those after them find what is usual. */
    lookUpWith: (...outcomes: Scripted<LookupOutcome>[]) => void lookUpScript.push(...outcomes),
    /** What every look finds that no script speaks of. */
    alwaysFind(outcome: LookupOutcome) {
      usualLookUp = outcome
    },
    allVoices: () => Promise.resolve(voices),
    sing(choices: readonly Choice[]) {
      voices = choices
    },
  }
}
