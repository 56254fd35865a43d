import { type RunningStudio, type StudioOptions, startStudio } from '../../../sandbox/studio/server.ts'

/** What a call answers with. */
export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A studio and the ways to call it with its key. */
export type Caller = RunningStudio & {
  readonly get: (path: string) => Promise<Answer>
  readonly submit: (body: unknown) => Promise<Answer>
  readonly control: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Answer>
  /** Settles when the task has ended and gives its conversion record. */
  readonly ended: (taskId: unknown) => Promise<Readonly<Record<string, unknown>>>
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

/** Starts a studio whose pieces are short unless the options say otherwise. */
export const startCaller = async (options: StudioOptions = {}): Promise<Caller> => {
  const studio = await startStudio({ musicSeconds: 4, ...options })
  const { baseUrl, apiKey } = studio
  const get = (path: string): Promise<Answer> => request('GET', `${baseUrl}${path}`, apiKey, undefined)
  const control: Caller['control'] = (method, path, body) =>
    request(method, `${baseUrl}/_studio${path}`, '', body)
  return {
    ...studio,
    get,
    control,
    submit: (body) => request('POST', `${baseUrl}/v2/MusicAI`, apiKey, body),
    ended: async (taskId) => {
      await control('GET', `/tasks/${taskId}/until/end`)
      const { body } = await get(`/v1/byId?conversionType=MUSIC_AI&task_id=${taskId}`)
      return body.conversion as Readonly<Record<string, unknown>>
    },
  }
}
