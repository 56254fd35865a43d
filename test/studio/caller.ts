import { randomUUID } from 'node:crypto'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import { soundsFolder } from '../../studio/kit/caches.ts'
import { type RunningStudio, type StudioOptions, startStudio } from '../../studio/server.ts'
import { testPrefix, testRedisUrl } from '../support/redis/redis.ts'

/** What a call answers with. */
export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** The form of every id. */
export const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a form is filled in with. */
export type Fields = Readonly<Record<string, string | Blob>>

/** A studio and the ways to call it with its key. */
export type Caller = RunningStudio & {
  readonly get: (path: string) => Promise<Answer>
  readonly postJson: (path: string, body: unknown) => Promise<Answer>
  readonly submit: (body: unknown) => Promise<Answer>
  readonly speak: (body: unknown) => Promise<Answer>
  readonly remix: (fields: Fields) => Promise<Answer>
  /** Posts a form, with the key of the account unless another is given. */
  readonly post: (path: string, fields: Fields, key?: string) => Promise<Answer>
  /** Posts a form without anything being made of it; the task has failed when it settles. */
  readonly postOnly: (path: string, fields: Fields) => Promise<Answer>
  readonly control: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Answer>
  /** Settles when the task has ended and gives its conversion record. */
  readonly ended: (taskId: unknown, feature?: ConversionType) => Promise<Readonly<Record<string, unknown>>>
}

const toAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

const request = async (method: string, url: string, key: string, body: unknown): Promise<Answer> => {
  const hasBody = body !== undefined
  const headers = { ...(hasBody ? { 'content-type': 'application/json' } : {}), authorization: key }
  const content = hasBody ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}
  return await toAnswer(await fetch(url, { method, headers, ...content }))
}

const sendForm = async (url: string, key: string, fields: Fields): Promise<Answer> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return await toAnswer(await fetch(url, { method: 'POST', headers: { authorization: key }, body }))
}

/** The bytes of a file among the results. */
export const fetched = async (address: unknown): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await (await fetch(String(address))).arrayBuffer())

/**
 * Starts a studio whose pieces are short unless the options say otherwise, and which gives what was made of
 * the same order before: what is heard is shown by tests of the sound itself.
 */
export const startCaller = async (options: Partial<StudioOptions> = {}): Promise<Caller> => {
  const keyPrefix = `${testPrefix}${randomUUID()}:`
  const usual = { redisUrl: testRedisUrl(), keyPrefix, cacheFolder: soundsFolder, musicSeconds: 1 }
  const studio = await startStudio({ ...usual, ...options })
  const { baseUrl, apiKey, controlUrl } = studio
  const get = (path: string): Promise<Answer> => request('GET', `${baseUrl}${path}`, apiKey, undefined)
  const control: Caller['control'] = (method, path, body) => request(method, `${controlUrl}${path}`, '', body)
  return {
    ...studio,
    get,
    control,
    postJson: (path, body) => request('POST', `${baseUrl}${path}`, apiKey, body),
    submit: (body) => request('POST', `${baseUrl}/v2/MusicAI`, apiKey, body),
    speak: (body) => request('POST', `${baseUrl}/v1/TextToSpeech`, apiKey, body),
    remix: (fields) => sendForm(`${baseUrl}/v1/Remix`, apiKey, fields),
    post: (path, fields, key = apiKey) => sendForm(`${baseUrl}${path}`, key, fields),
    postOnly: async (path, fields) => {
      await control('POST', '/next', { fail: 'not made here' })
      const answer = await sendForm(`${baseUrl}${path}`, apiKey, fields)
      await control('GET', `/tasks/${answer.body.task_id}/until/end`)
      return answer
    },
    ended: async (taskId, feature = 'MUSIC_AI') => {
      await control('GET', `/tasks/${taskId}/until/end`)
      const { body } = await get(`/v1/byId?conversionType=${feature}&task_id=${taskId}`)
      return body.conversion as Readonly<Record<string, unknown>>
    },
  }
}
