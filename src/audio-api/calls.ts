import assert from 'node:assert'
import type { LocalClip } from '../core/clip/clip-reading.ts'
import { splitValues } from '../core/endpoints/api-request.ts'
import { directEndpoints, taskEndpoints } from '../core/endpoints/audio-endpoints.ts'
import type { Endpoint, ValuesOf } from '../core/endpoints/endpoint.ts'
import { checkValues } from '../core/endpoints/endpoint-check.ts'
import type { LyricsOutcome, SubmitOutcome, VoicePage } from '../core/job/audio-service.ts'
import type { LookupUse } from '../core/job/concurrency.ts'
import { isMediaType } from './form.ts'
import { type ReadDeps, readInTime, readNow, readSeveralTimes } from './reads.ts'
import { classifyLyrics, classifySubmission } from './submission.ts'
import { type ConversionFound, findConversion } from './task-result.ts'
import type { Transport } from './transport.ts'
import { voicesIn } from './voices.ts'

type Values<E extends Endpoint> = ValuesOf<E, LocalClip>
type Direct = typeof directEndpoints

/** A task is looked up by one of its names, never by both. */
type TaskName =
  | { task_id: string; conversion_id?: undefined }
  | { conversion_id: string; task_id?: undefined }

/**
 * A call for each endpoint that makes a task, by the service's own names;
 * each is sent once. They never throw.
 */
type TaskCalls = {
  [N in keyof typeof taskEndpoints]: (values: Values<(typeof taskEndpoints)[N]>) => Promise<SubmitOutcome>
}

/** A typed call for each endpoint of the audio service. */
export interface AudioCalls extends TaskCalls {
  /** Paid, although it reads; so it is sent once, and no answer is kept. Never throws. */
  lyrics(values: Values<Direct['lyrics']>): Promise<LyricsOutcome>
  /** Throws AppError `store_unavailable` where look-ups can't be counted. */
  byId(
    values: Pick<Values<Direct['byId']>, 'conversionType'> & TaskName,
    use: LookupUse,
  ): Promise<ConversionFound | { status: 'later'; waitMs: number }>
  /** Does not wait for a look-up. Throws AppError `service_unreachable` or `service_answer_unreadable`. */
  searchVoices(values: Values<Direct['searchVoices']>): Promise<VoicePage>
  /** Waits up to ten minutes for a look-up. Throws what `searchVoices` throws. */
  getAllVoices(values: Values<Direct['getAllVoices']>): Promise<VoicePage>
}

/** What calls go through. `warn` is told where a request goes beyond what the service promises to follow. */
export interface CallDeps {
  transport: Transport
  reads: ReadDeps
  warn: (warning: string) => void
}

type AnyValues = Readonly<Record<string, string | number | boolean | LocalClip | undefined>>
type Unsound = Extract<SubmitOutcome, { status: 'refused' }>

const fileProblems = (files: Readonly<Record<string, LocalClip>>): string[] =>
  Object.entries(files).flatMap(([name, { contentType }]) =>
    isMediaType(contentType) ? [] : [`${name} is of the type ${JSON.stringify(contentType)}, which is none.`],
  )

/** Our own refusal of a request that breaks what the service documents; undefined where it may leave. */
const refuse = ({ warn }: CallDeps, endpoint: Endpoint, values: AnyValues): Unsound | undefined => {
  const { problems, warnings } = checkValues(endpoint, values)
  const texts = [...problems.map(({ text }) => text), ...fileProblems(splitValues(values).files)]
  if (texts.length > 0) return { status: 'refused', why: 'unsound', said: texts.join(' ') }
  for (const warning of warnings) warn(`${endpoint.path}: ${warning}`)
  return undefined
}

/** Sends a paid request once, if it is sound. */
export const postOnce = async (
  deps: CallDeps,
  endpoint: Endpoint,
  values: AnyValues,
): Promise<SubmitOutcome> => {
  const unsound = refuse(deps, endpoint, values)
  if (unsound !== undefined) return unsound
  const { body, files } = splitValues(values)
  const { path, encoding } = endpoint
  return classifySubmission(
    await (encoding === 'form'
      ? deps.transport.postForm(path, body, files)
      : deps.transport.postJson(path, body)),
  )
}

const queryOf = (values: AnyValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(splitValues(values).body).map(([name, value]) => [name, String(value)]))

const soundQuery = (endpoint: Endpoint, values: AnyValues): Readonly<Record<string, string>> => {
  const [problem] = checkValues(endpoint, values).problems
  assert(problem === undefined, `${endpoint.path}: ${problem?.text}`)
  return queryOf(values)
}

/** Sends a paid request that is answered at once, once, if it is sound. */
export const askOnce = async (
  deps: CallDeps,
  endpoint: Endpoint,
  values: AnyValues,
): Promise<LyricsOutcome> => {
  const unsound = refuse(deps, endpoint, values)
  if (unsound !== undefined) return unsound
  return classifyLyrics(await deps.transport.getOnce(endpoint.path, queryOf(values)))
}

/** Each call checks its values against its own endpoint, so that the cast is safe. */
const taskCalls = (deps: CallDeps): TaskCalls =>
  Object.fromEntries(
    Object.entries(taskEndpoints).map(([name, endpoint]) => [
      name,
      (values: AnyValues) => postOnce(deps, endpoint, values),
    ]),
  ) as object as TaskCalls

/** The calls of one account. */
export const createCalls = (deps: CallDeps): AudioCalls => {
  const { transport, reads } = deps
  const readVoices = async (
    read: typeof readInTime,
    endpoint: Endpoint,
    values: AnyValues,
  ): Promise<VoicePage> => {
    const query = soundQuery(endpoint, values)
    return voicesIn(await read(reads, () => transport.get(endpoint.path, query)))
  }
  return {
    ...taskCalls(deps),
    lyrics: (values) => askOnce(deps, directEndpoints.lyrics, values),
    async byId(values, use) {
      const query = soundQuery(directEndpoints.byId, values)
      const found = await readSeveralTimes(reads, use, () => transport.get(directEndpoints.byId.path, query))
      return found.kind === 'later' ? { status: 'later', waitMs: found.waitMs } : findConversion(found)
    },
    searchVoices: (values) => readVoices(readNow, directEndpoints.searchVoices, values),
    getAllVoices: (values) => readVoices(readInTime, directEndpoints.getAllVoices, values),
  }
}
