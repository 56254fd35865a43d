import assert from 'node:assert'
import type { LocalClip } from '../core/clip/clip-reading.ts'
import { type ApiBody, checkValues, splitValues } from '../core/endpoints/api-request.ts'
import { directEndpoints, taskEndpoints } from '../core/endpoints/audio-endpoints.ts'
import type { Endpoint, ValuesOf } from '../core/endpoints/endpoint.ts'
import type {
  AudioService,
  LyricsOutcome,
  NotTaken,
  SubmitOutcome,
  TaskStatus,
  VoicePage,
} from '../core/job/audio-service.ts'
import type { LookupUse } from '../core/job/concurrency.ts'
import type { AccountId } from '../core/target.ts'
import { isMediaType } from './form.ts'
import { lookAtService } from './look.ts'
import { type ReadDeps, readInTime, readNow, readSeveralTimes } from './reads.ts'
import { classifyLyrics, classifySubmission } from './submission.ts'
import { type Conversion, type ConversionFound, findConversion, taskStatusOf } from './task-result.ts'
import { createTransport, type Transport } from './transport.ts'
import { voicesIn, voicesPerPage } from './voice-list.ts'

type Values<E extends Endpoint> = ValuesOf<E, LocalClip>
type Direct = typeof directEndpoints

/** A task is looked up by one of its names, never by both. */
type TaskName =
  | { task_id: string; conversion_id?: undefined }
  | { conversion_id: string; task_id?: undefined }

/** One call per task endpoint, by the service's own names. Each sends once and never throws. */
type TaskCalls = {
  [N in keyof typeof taskEndpoints]: (values: Values<(typeof taskEndpoints)[N]>) => Promise<SubmitOutcome>
}

/** A typed call for each endpoint of the audio service. */
export interface AudioCalls extends TaskCalls {
  /** Paid although it is a read, so it is sent once and bypasses caches. Never throws. */
  lyrics(values: Values<Direct['lyrics']>): Promise<LyricsOutcome>
  /** Throws AppError `store_unavailable` if look-ups can't be counted. */
  byId(
    values: Pick<Values<Direct['byId']>, 'conversionType'> & TaskName,
    use: LookupUse,
  ): Promise<ConversionFound | { status: 'later'; waitMs: number }>
  /**
   * Does not wait for a look-up; fewer are there for members who are still typing. Throws AppError
   * `service_unreachable` or `service_answer_unreadable`.
   */
  searchVoices(values: Values<Direct['searchVoices']>, use?: 'search' | 'typing'): Promise<VoicePage>
  /** Waits up to ten minutes for a look-up. Throws what `searchVoices` throws. */
  getAllVoices(values: Values<Direct['getAllVoices']>): Promise<VoicePage>
}

/** Dependencies of calls. `warn` reports a request that goes beyond what the service promises to follow. */
export interface CallDeps {
  transport: Transport
  reads: ReadDeps
  warn: (warning: string) => void
}

type AnyValues = Readonly<Record<string, string | number | boolean | LocalClip | undefined>>

const unsound = (said: string): NotTaken => ({ status: 'refused', why: 'unsound', said })

/** Our own refusal of a request that breaks the service's documented rules; undefined if it can be sent. */
const refuse = ({ warn }: CallDeps, endpoint: Endpoint, values: AnyValues): NotTaken | undefined => {
  const { problems, warnings } = checkValues(endpoint, values)
  const texts = problems.map(({ text }) => text)
  for (const [name, { contentType }] of Object.entries(splitValues(values).files))
    if (!isMediaType(contentType))
      texts.push(`${name} is of the type ${JSON.stringify(contentType)}, which is not a media type.`)
  if (texts.length > 0) return unsound(texts.join(' '))
  for (const warning of warnings) warn(`${endpoint.path}: ${warning}`)
  return undefined
}

/** Sends a valid paid request once. */
export const postOnce = async (
  deps: CallDeps,
  endpoint: Endpoint,
  values: AnyValues,
): Promise<SubmitOutcome> => {
  const refused = refuse(deps, endpoint, values)
  if (refused !== undefined) return refused
  const { body, files } = splitValues(values)
  const { path, encoding } = endpoint
  return classifySubmission(
    await (encoding === 'form'
      ? deps.transport.postForm(path, body, files)
      : deps.transport.postJson(path, body)),
  )
}

const soundQuery = (endpoint: Endpoint, values: AnyValues): ApiBody => {
  const [problem] = checkValues(endpoint, values).problems
  assert(problem === undefined, `${endpoint.path}: ${problem?.text}`)
  return splitValues(values).body
}

/** Sends a valid paid request once; the answer is its result. */
export const askOnce = async (
  deps: CallDeps,
  endpoint: Endpoint,
  values: AnyValues,
): Promise<LyricsOutcome> => {
  const refused = refuse(deps, endpoint, values)
  if (refused !== undefined) return refused
  return classifyLyrics(await deps.transport.getOnce(endpoint.path, splitValues(values).body))
}

/** Each call checks its values against its own endpoint, which makes the cast safe. */
const taskCalls = (deps: CallDeps): TaskCalls =>
  Object.fromEntries(
    Object.entries(taskEndpoints).map(([name, endpoint]) => [
      name,
      (values: AnyValues) => postOnce(deps, endpoint, values),
    ]),
  ) as object as TaskCalls

/** The calls of one account. */
export const createCalls = (deps: CallDeps): AudioCalls => {
  const readVoices = async (
    read: typeof readInTime,
    endpoint: Endpoint,
    values: AnyValues,
  ): Promise<VoicePage> => voicesIn(await read(deps, endpoint.path, soundQuery(endpoint, values)))
  return {
    ...taskCalls(deps),
    lyrics: (values) => askOnce(deps, directEndpoints.lyrics, values),
    async byId(values, use) {
      const { byId } = directEndpoints
      const found = await readSeveralTimes(deps, use, byId.path, soundQuery(byId, values))
      return found.kind === 'later' ? { status: 'later', waitMs: found.waitMs } : findConversion(found)
    },
    searchVoices: (values, use) =>
      readVoices(
        (deps, path, query) => readNow(deps, path, query, use),
        directEndpoints.searchVoices,
        values,
      ),
    getAllVoices: (values) => readVoices(readInTime, directEndpoints.getAllVoices, values),
  }
}

interface AudioServiceOptions {
  baseUrl: string
  apiKey: string
  /** Identifies the key in records. */
  keyId?: string
  /** Earlier keys by id, used to look up tasks that they paid for. */
  olderKeys?: ReadonlyMap<string, string>
  /** Looks a task up with the key that paid for it, if it is none of these; undefined if that key is unknown. */
  withOtherKey?: (account: AccountId, keyId: string) => Promise<Pick<AudioService, 'lookUp'> | undefined>
  /** For reads only; paid requests are never sent again. */
  reads: ReadDeps
  /** Reports a request that goes beyond what the service promises to follow. */
  warn: (warning: string) => void
  /** Total time for one paid request, headers and body. */
  timeoutMs?: number
  /** Total time for one paid request that sends a form. */
  uploadTimeoutMs?: number
  /** Total time for one try of a read. */
  readTimeoutMs?: number
  /** How long a form's files wait for an answer that needs none of them. */
  earlyAnswerMs?: number
}

/**
 * Every unanswered request is booked, and a slow service answers after all: gateways commonly wait 60 to 100
 * seconds for it.
 */
export const requestTimeoutMs = 100_000
/** 50 MB at four megabits a second, plus a little for the answer. */
const defaultUploadTimeoutMs = 120_000
/** A job's step has time for three of them. */
const defaultReadTimeoutMs = 10_000
/** A round trip around the world, plus an account check. */
const defaultEarlyAnswerMs = 500

const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(taskEndpoints).map((endpoint) => [endpoint.path, endpoint]),
)

const submitWith =
  (deps: CallDeps): AudioService['submit'] =>
  async (request, files) => {
    const endpoint = endpoints.get(request.path)
    if (endpoint?.encoding !== request.encoding)
      return unsound(`There is no ${request.path} that takes a request as ${request.encoding}.`)
    if (request.served !== undefined)
      return unsound(`${Object.keys(request.served).join(', ')}: the file has no address yet.`)
    const named = request.encoding === 'form' ? Object.keys(request.files) : []
    const missing = named.filter((name) => !Object.hasOwn(files, name))
    if (missing.length > 0) return unsound(`${missing.join(', ')}: the file was not handed over.`)
    const clips = Object.fromEntries(named.map((name) => [name, files[name]]))
    return postOnce(deps, endpoint, { ...request.body, ...clips })
  }

const answerWith =
  (deps: CallDeps): AudioService['answer'] =>
  async ({ path, query }) =>
    path === directEndpoints.lyrics.path
      ? askOnce(deps, directEndpoints.lyrics, query)
      : unsound(`There is no ${path} that is paid and answers at once.`)

type LookUp = AudioService['lookUp']

/**
 * Whether a record names another task than this, as from a proxy that caches answers without regard to the query.
 * The outputs of a running task may not all have their ids yet.
 */
const isOfAnother = (
  { taskId, outputs }: Conversion,
  task: Parameters<LookUp>[1],
  status: TaskStatus['status'],
): boolean => {
  if (typeof task === 'string') return taskId !== undefined && taskId.trim() !== task.trim()
  const ids = outputs.flatMap(({ conversionId }) => conversionId ?? [])
  return status === 'finished' && ids.length > 0 && !ids.includes(task.conversionId)
}

/** Looks up tasks, each with the key that paid for it. */
const lookUpWith =
  (options: AudioServiceOptions, current: AudioCalls, older: ReadonlyMap<string, AudioCalls>): LookUp =>
  async (conversionType, task, use) => {
    const keyId = 'keyId' in use ? use.keyId : undefined
    const ofKey = keyId === undefined ? undefined : older.get(keyId)
    const isKeyThere = keyId === undefined || [options.keyId ?? keyId, ...older.keys()].includes(keyId)
    if (!isKeyThere && 'account' in use) {
      const other = await options.withOtherKey?.(use.account, keyId)
      if (other !== undefined) return other.lookUp(conversionType, task, use)
    }
    const name = typeof task === 'string' ? { task_id: task } : { conversion_id: task.conversionId }
    const counted = 'keyId' in use && ofKey === undefined ? { ...use, keyId: undefined } : use
    const found = await (ofKey ?? current).byId({ conversionType, ...name }, counted)
    if (found.status === 'later') return found
    if (found.status === 'found') {
      const known = taskStatusOf(found.conversion, conversionType)
      return isOfAnother(found.conversion, task, known.status)
        ? { status: 'unreadable', reason: 'the answer is the record of another task' }
        : known
    }
    const { status, reason, isUnknown, isDenied } = found
    const isKeyGone = isKeyThere ? ofKey !== undefined && isDenied === true : (isUnknown ?? isDenied) === true
    return {
      status,
      reason,
      ...(isUnknown && { isUnknown }),
      ...(isDenied && { isDenied }),
      ...(isKeyGone && { isKeyGone }),
    }
  }

/** The audio service over HTTP: what jobs use, and a call for each endpoint. */
export const createAudioService = (
  options: AudioServiceOptions,
): AudioService & AudioCalls & { close(): Promise<void> } => {
  const transportWith = (apiKey: string): Transport =>
    createTransport({
      timeoutMs: requestTimeoutMs,
      uploadTimeoutMs: defaultUploadTimeoutMs,
      readTimeoutMs: defaultReadTimeoutMs,
      earlyAnswerMs: defaultEarlyAnswerMs,
      ...options,
      apiKey,
    })
  const transport = transportWith(options.apiKey)
  const older = [...(options.olderKeys ?? [])].map(([id, key]) => ({ id, transport: transportWith(key) }))
  const deps: CallDeps = { transport, reads: options.reads, warn: options.warn }
  const calls = createCalls(deps)
  const olderCalls = new Map(
    older.map((each) => [each.id, createCalls({ ...deps, transport: each.transport })]),
  )
  return {
    ...calls,
    submit: submitWith(deps),
    answer: answerWith(deps),
    lookUp: lookUpWith(options, calls, olderCalls),
    voices: (page) => calls.getAllVoices({ limit: voicesPerPage, page }),
    look: () => lookAtService(options.reads, transport),
    findVoices: (name, use) => calls.searchVoices({ query: name, limit: voicesPerPage }, use),
    async close() {
      await Promise.all([transport, ...older.map((each) => each.transport)].map((each) => each.close()))
    },
  }
}
