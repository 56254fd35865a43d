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

/** https://docs.slack.dev/reference/methods/auth.test#errors */
const checkNames = (args: Arguments): Arguments => {
  const names = Object.keys(args)
  if (names.some((name) => /^\w+\[.*\]$/.test(name))) throw new Refused('invalid_array_arg')
  if (names.some((name) => !/^\w+$/.test(name))) throw new Refused('invalid_arg_name')
  return args
}

const checkCharset = (contentType: string): void => {
  const [, charset] = /;\s*charset="?([^";\s]+)/i.exec(contentType) ?? []
  if (charset !== undefined && !['utf-8', 'iso-8859-1'].includes(charset.toLowerCase()))
    throw new Refused('invalid_charset')
}

const parseBody = async (contentType: string, body: Buffer<ArrayBuffer>): Promise<Arguments> => {
  checkCharset(contentType)
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(body.toString()))
    case 'application/json':
      return parseJson(body.toString())
    case 'multipart/form-data':
      return parseMultipart(body, contentType)
    default:
      throw new Refused('invalid_post_type')
  }
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
  if (body.length === 0) return checkNames(inQuery)
  if (contentType === undefined) throw new Refused('missing_post_type')
  return checkNames({ ...inQuery, ...(await parseBody(contentType, body)) })
}
