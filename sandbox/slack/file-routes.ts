import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Breach, recordBreach } from './breaches.ts'
import { fileTypeOf } from './file-types.ts'
import { visibleFile } from './files.ts'
import { filePath } from './render-file.ts'
import type { StoredFile, UploadTicket, World } from './state.ts'
import { findToken } from './tokens.ts'
import { workspaceOf } from './workspaces.ts'

/** The bytes of an upload: of the one file in a form, or the whole body. */
const bytesOf = async (request: FastifyRequest): Promise<Uint8Array> => {
  const body = (request.body as Buffer<ArrayBuffer> | undefined) ?? Buffer.alloc(0)
  const contentType = request.headers['content-type'] ?? ''
  if (!contentType.startsWith('multipart/form-data')) return body
  // A form that cannot be read holds no file, which is not what was announced.
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData())
  const file = [...form.values()].find((part) => part instanceof Blob)
  return file ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
}

type UploadFault = { readonly breach: Breach; readonly more?: string }

const uploadFault = ({ clock }: World, ticket: UploadTicket, bytes: Uint8Array): UploadFault | undefined => {
  if (clock.now() >= ticket.diesAtMs) return { breach: 'this address is too old' }
  if (ticket.bytes) return { breach: 'this address was used' }
  return bytes.length === ticket.length
    ? undefined
    : { breach: 'other bytes came than were announced:', more: `${bytes.length}, not ${ticket.length}` }
}

/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
const serveUploads = (app: FastifyInstance, world: World): void => {
  app.post<{ Params: { secret: string } }>('/upload/v1/:secret', async (request, reply) => {
    const { secret } = request.params
    const ticket = world.registration.workspaces.map(({ uploads }) => uploads.get(secret)).find(Boolean)
    const bytes = await bytesOf(request)
    const to = `POST /upload ${ticket?.name ?? ''}`
    if (!ticket) {
      recordBreach(world, 'no upload has this address', { to })
      return reply.code(404).type('text/plain').send('not found')
    }
    const fault = uploadFault(world, ticket, bytes)
    if (fault) {
      recordBreach(world, fault.breach, { to, ...fault })
      return reply.code(400).type('text/plain').send(fault.breach)
    }
    ticket.bytes = bytes
    world.wire.record({
      platform: 'slack',
      kind: 'request',
      summary: `${to} ok`,
      detail: { bytes: bytes.length },
    })
    return reply.type('text/plain').send(`OK - ${bytes.length}`)
  })
}

const loginPage =
  '<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body>Sign in to Sandbox</body></html>'

/** Without the right to read a private file, one gets a sign-in page with a successful status. */
const sendLogin = (world: World, reply: FastifyReply, breach: Breach) => {
  recordBreach(world, breach)
  return reply.type('text/html; charset=utf-8').send(loginPage)
}

const mayRead = (world: World, request: FastifyRequest, file: StoredFile): boolean => {
  if ((request.query as { session?: string }).session === world.personSession) return true
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = findToken(world, bearer)
  if (token.kind !== 'bot' || token.world !== world || !world.installation.scopes.has('files:read'))
    return false
  return visibleFile(world, file.id) === file
}

/** The link by which a person who is logged in gets a file. */
export const personalLink = (world: World, file: StoredFile): string =>
  `${world.origin}${filePath(world, file)}?session=${world.personSession}`

const isAllowed = (world: World, request: FastifyRequest, file: StoredFile): boolean => {
  try {
    return mayRead(world, request, file)
  } catch {
    return false
  }
}

const servePrivate = (app: FastifyInstance, home: World, folder: string): void => {
  app.get<{ Params: { place: string; name: string } }>(`${folder}/:place/:name`, (request, reply) => {
    const [teamId, fileId = ''] = request.params.place.split('-')
    const world = workspaceOf(home, teamId) ?? home
    const file = world.files.get(fileId)
    if (!file || file.isDeleted) return sendLogin(world, reply, 'private file: there is no such file')
    if (!isAllowed(world, request, file))
      return sendLogin(world, reply, 'private file: the request may not read it')
    return reply
      .type(fileTypeOf(file.name).mimetype)
      .header('content-length', file.bytes.length)
      .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length))
  })
}

/** Serves uploads and private files. https://docs.slack.dev/messaging/working-with-files */
export const serveFiles = (app: FastifyInstance, world: World): void => {
  serveUploads(app, world)
  servePrivate(app, world, '/files-pri')
  servePrivate(app, world, '/files-pri/download')
}
