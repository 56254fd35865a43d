import { Refused } from './refusal.ts'

/** The arguments of a call by name: texts where they came in a form, anything where they came in JSON. */
export type Arguments = Readonly<Record<string, unknown>>

const parseJson = (text: string): Arguments => {
  let value: unknown
  try {
    value = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refused('invalid_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused('json_not_object')
  return Object.fromEntries(Object.entries(value))
}

const parseMultipart = async (body: Buffer<ArrayBuffer>, contentType: string): Promise<Arguments> => {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new Refused('invalid_form_data')
  })
  return Object.fromEntries(form)
}

/**
 * Reads the arguments of a call, in each of the ways in which Slack takes them.
 * https://docs.slack.dev/apis/web-api/#post-bodies
 */
export const parseArguments = async (
  query: string,
  contentType: string | undefined,
  body: Buffer<ArrayBuffer>,
): Promise<Arguments> => {
  const inQuery = Object.fromEntries(new URLSearchParams(query))
  if (body.length === 0) return inQuery
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return { ...inQuery, ...Object.fromEntries(new URLSearchParams(body.toString())) }
    case 'application/json':
      return { ...inQuery, ...parseJson(body.toString()) }
    case 'multipart/form-data':
      return { ...inQuery, ...(await parseMultipart(body, contentType ?? '')) }
    default:
      throw new Refused('invalid_post_type')
  }
}
