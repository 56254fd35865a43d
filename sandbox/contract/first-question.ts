import { encode } from './requests.ts'
import { shown } from './row.ts'
import { isRecord, parseJson } from './values.ts'

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/**
 * Asks for the voices, which costs nothing, and tells why no row could be tried: nobody answers, something
 * else than the service does, or the key is refused. Undefined where nothing speaks against it; also where
 * the service fails, as that is for the rows to find.
 */
export const whyNotToAsk = async (baseUrl: string, apiKey: string): Promise<string | undefined> => {
  const { url, init } = encode(baseUrl, 'getAllVoices', {}, apiKey)
  try {
    const answer = await fetch(url, { ...init, redirect: 'error' })
    const body = parseJson(await answer.text())
    if (answer.status === 401 || answer.status === 403)
      return `${baseUrl} refuses the key with ${answer.status}: ${shown(body)}`
    if (answer.status === 404 || (answer.status < 500 && !isRecord(body)))
      return `${baseUrl} is not the audio service, whose address is given without a version: ${new URL(url).pathname} answers ${answer.status} with ${shown(body)}`
    return undefined
  } catch (error) {
    return `Nobody answers at ${baseUrl}: ${causeOf(error)}`
  }
}
