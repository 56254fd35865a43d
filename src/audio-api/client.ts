import { directEndpoints, taskEndpoints } from '../core/endpoints/audio-endpoints.ts'
import type { AudioService, NotTaken } from '../core/job/audio-service.ts'
import { type AudioCalls, askOnce, type CallDeps, createCalls, postOnce } from './calls.ts'
import { lookAtService } from './look.ts'
import type { ReadDeps } from './reads.ts'
import { taskStatusOf } from './task-result.ts'
import { createTransport, type Transport } from './transport.ts'
import { voicesPerPage } from './voices.ts'

interface AudioServiceOptions {
  baseUrl: string
  apiKey: string
  /** Stands for the key in records. */
  keyId?: string
  /** Earlier keys by their ids. Tasks that were paid for with one are looked up with it. */
  olderKeys?: ReadonlyMap<string, string>
  /** What reads need; paid requests are never sent again. */
  reads: ReadDeps
  /** Is told where a request goes beyond what the service promises to follow. */
  warn: (warning: string) => void
  /** Total time for one paid request, headers and body. */
  timeoutMs?: number
  /** The same for one that sends a form. */
  uploadTimeoutMs?: number
  /** The same for one try of a read. */
  readTimeoutMs?: number
  /** How long a form's files wait for an answer that needs none of them. */
  earlyAnswerMs?: number
}

const defaultTimeoutMs = 30_000
/** 50 MB at four megabits a second, and a little for the answer. */
const defaultUploadTimeoutMs = 120_000
/** A step of a job has time for three of them. */
const defaultReadTimeoutMs = 10_000
/** There and back around the world, and a look at an account. */
const defaultEarlyAnswerMs = 500

const endpoints = Object.values(taskEndpoints)

const unsound = (said: string): NotTaken => ({ status: 'refused', why: 'unsound', said })

const submitWith =
  (deps: CallDeps): AudioService['submit'] =>
  async (request, files) => {
    const endpoint = endpoints.find(({ path }) => path === request.path)
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

/** Looks tasks up, each with the key that paid for it. */
const lookUpWith =
  (options: AudioServiceOptions, current: AudioCalls, older: ReadonlyMap<string, AudioCalls>): LookUp =>
  async (conversionType, task, use) => {
    const keyId = use.for === 'result' ? use.keyId : undefined
    const ofKey = keyId === undefined ? undefined : older.get(keyId)
    const isKeyThere = keyId === undefined || [options.keyId ?? keyId, ...older.keys()].includes(keyId)
    const name = typeof task === 'string' ? { task_id: task } : { conversion_id: task.conversionId }
    const counted = use.for === 'result' && ofKey === undefined ? { ...use, keyId: undefined } : use
    const found = await (ofKey ?? current).byId({ conversionType, ...name }, counted)
    if (found.status === 'found') return taskStatusOf(found.conversion, conversionType)
    if (found.status === 'later') return found
    const { status, reason, isUnknown, isDenied } = found
    const isKeyGone = isKeyThere ? ofKey !== undefined && isDenied === true : (isUnknown ?? isDenied) === true
    return { status, reason, ...(isUnknown && { isUnknown }), ...(isKeyGone && { isKeyGone }) }
  }

/** The audio service over HTTP: what jobs use of it, and a call for each of its endpoints. */
export const createAudioService = (
  options: AudioServiceOptions,
): AudioService & AudioCalls & { close(): Promise<void> } => {
  const transportWith = (apiKey: string): Transport =>
    createTransport({
      timeoutMs: defaultTimeoutMs,
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
    findVoices: (name) => calls.searchVoices({ query: name, limit: voicesPerPage }),
    async close() {
      await Promise.all([transport, ...older.map((each) => each.transport)].map((each) => each.close()))
    },
  }
}
