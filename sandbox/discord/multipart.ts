import type { IncomingFile } from './files.ts'
import { refused } from './refusal.ts'
import { invalidForm, problemIf, refuseProblems } from './validation/problems.ts'

/** A request's JSON and the files that came with it. */
export type IncomingBody = { readonly payload: unknown; readonly files: readonly IncomingFile[] }

/** Reads JSON; nothing at all is an empty body. */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw refused('invalidJson')
  }
}

const unknownPart = (name: string) =>
  invalidForm([{ path: [name], code: 'UNKNOWN_FIELD', message: 'Parts are payload_json and files[n].' }])

const refuseTwice = (form: FormData): void => {
  const names = [...form.keys()]
  refuseProblems(
    names.flatMap((name, index) =>
      problemIf(names.indexOf(name) < index, [name], 'SET_TYPE_NOT_UNIQUE', 'A part may come once.'),
    ),
  )
}

const readPart = async (name: string, part: File): Promise<IncomingFile> => {
  const [, index] = /^files\[(\d+)\]$/.exec(name) ?? []
  if (index === undefined) throw unknownPart(name)
  return { index, name: part.name, contentType: part.type, bytes: new Uint8Array(await part.arrayBuffer()) }
}

/** Reads `payload_json` and `files[n]`. https://docs.discord.com/developers/reference#uploading-files */
export const parseMultipart = async (
  body: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<IncomingBody> => {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw refused('unsupportedBody')
  })
  refuseTwice(form)
  const files: IncomingFile[] = []
  let payload: unknown = {}
  for (const [name, part] of form) {
    if (name === 'payload_json') payload = parseJson(typeof part === 'string' ? part : await part.text())
    else if (typeof part === 'string') throw unknownPart(name)
    else files.push(await readPart(name, part))
  }
  return { payload, files }
}
