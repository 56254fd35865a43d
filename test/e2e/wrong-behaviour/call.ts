/** Something that the bot says, on its way to a platform: a request, or a frame of a socket. */
export interface Call {
  /** What it is, without its ids: "POST /channels/:id/messages", "chat.update", "gateway 2". */
  readonly name: string
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Headers
  readonly body: Buffer<ArrayBuffer>
}

/** What the platform says to it; nothing to a frame. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer<ArrayBuffer>
}

/** In the place of an answer the connection breaks. */
export const broken: Answer = { status: 0, headers: new Headers(), body: Buffer.alloc(0) }

type Json = Readonly<Record<string, unknown>>

const jsonField = 'payload_json'

const typeOf = ({ headers }: Call): string => headers.get('content-type') ?? 'application/json'

const isForm = (call: Call): boolean => typeOf(call).startsWith('application/x-www-form-urlencoded')
const isMultipart = (call: Call): boolean => typeOf(call).startsWith('multipart/form-data')

const formDataOf = (call: Call): Promise<FormData> =>
  new Response(call.body, { headers: { 'content-type': typeOf(call) } }).formData()

/** Slack's client writes what is no text as JSON inside a form. */
const readField = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text)

const writeField = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a call says, however it is written down. */
export const payloadOf = async (call: Call): Promise<unknown> => {
  if (isForm(call))
    return Object.fromEntries(
      [...new URLSearchParams(call.body.toString())].map(([name, text]) => [name, readField(text)]),
    )
  if (isMultipart(call)) return JSON.parse(String((await formDataOf(call)).get(jsonField)))
  return call.body.length === 0 ? {} : JSON.parse(call.body.toString())
}

const withForm = async (call: Call, form: FormData): Promise<Call> => {
  const written = new Response(form)
  const headers = new Headers(call.headers)
  headers.set('content-type', written.headers.get('content-type') ?? '')
  return { ...call, headers, body: Buffer.from(await written.arrayBuffer()) }
}

/** The same call, saying something else in the same manner. */
export const withPayload = async (call: Call, payload: unknown): Promise<Call> => {
  if (isForm(call)) {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(payload as Json)) form.set(name, writeField(value))
    return { ...call, body: Buffer.from(form.toString()) }
  }
  if (!isMultipart(call)) return { ...call, body: Buffer.from(JSON.stringify(payload)) }
  const form = await formDataOf(call)
  form.set(jsonField, JSON.stringify(payload))
  return withForm(call, form)
}

/** The same call with each of its files replaced. */
export const withFiles = async (call: Call, change: (file: File) => File): Promise<Call> => {
  const form = await formDataOf(call)
  for (const [name, value] of [...form]) if (typeof value !== 'string') form.set(name, change(value))
  return withForm(call, form)
}
