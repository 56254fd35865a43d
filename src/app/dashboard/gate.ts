import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndedSessions } from '../../redis/operator-log.ts'
import { isLocal } from '../local-host.ts'
import { type Sessions, sessionMs } from './sessions.ts'

/** Where all of it lies. */
export const base = '/dashboard'

/** The field of each form that shows that our own page sent it. */
export const formTokenField = 'form_token'

const sessionCookie = 'tunesmith_session'
const noteCookie = 'tunesmith_note'
/** Browsers take a cookie of such a name by https alone. */
const securePrefix = '__Secure-'
const noteSeconds = 60

/** Forms have a token, an id and a few more words. */
const formBytesMax = 8 * 1024

/** No page of ours runs a script. https://www.w3.org/TR/CSP3/ */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'"

const headers = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // With `no-referrer`, browsers send `Origin: null` with our own forms: https://fetch.spec.whatwg.org/#origin-header
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

interface GateOptions {
  sessions: Sessions
  /** PUBLIC_URL, if it is set. */
  publicUrl: string | undefined
}

/** What a route may ask the gate. */
export interface Gate {
  /** The sessions that a request shows: those that were signed and are not too old. */
  sessionsIn(request: FastifyRequest): readonly string[]
  /** Lets a request in by one of them. */
  admit(request: FastifyRequest, session: string): void
  /** The session by which a request was let in. */
  sessionOf(request: FastifyRequest): string
  open(request: FastifyRequest, reply: FastifyReply, session: string): void
  close(request: FastifyRequest, reply: FastifyReply): void
  /** Has the session's next page show a text once. */
  note(request: FastifyRequest, reply: FastifyReply, text: string): void
  /** The text for this page, if there is one. */
  takeNote(request: FastifyRequest, reply: FastifyReply): string | undefined
  /** Whether our own page sent the form: for the one that has no session yet. */
  isOwnForm(request: FastifyRequest): boolean
}

/** All of that name: another page of this host may have set one as well. */
const cookiesIn = ({ headers: { cookie = '' } }: FastifyRequest, name: string): readonly string[] =>
  cookie.split('; ').flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))

const hostIn = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined

/** Browsers name the page that sent a form; one that names none is refused. */
const isSameOrigin = ({ headers: sent, host }: FastifyRequest, publicUrl: string | undefined): boolean => {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode = 'navigate' } = sent
  if (site !== undefined && site !== 'same-origin') return false
  if (mode !== 'navigate') return false // a script sent it
  const origin = hostIn(sent.origin ?? '')
  if (origin === undefined) return sent.origin === undefined && site === 'same-origin'
  return origin === host || (publicUrl !== undefined && origin === hostIn(publicUrl))
}

/** Whether the browser reached us by https, as far as anybody says so. */
const isByHttps = (request: FastifyRequest, publicUrl: string | undefined): boolean => {
  if (request.headers['x-forwarded-proto'] === 'https') return true
  return publicUrl?.startsWith('https:') === true && !isLocal(request.hostname)
}

/** The fields of a form that was sent. */
export const fieldsOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** The text of one of them. */
export const fieldOf = (request: FastifyRequest, name: string): string => fieldsOf(request).get(name) ?? ''

/** Sets the headers of every answer in this scope, and takes forms alone. */
export const prepareScope = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
  )
}

/** Signs sessions in and out by cookies. */
export const createGate = ({ sessions, publicUrl }: GateOptions): Gate => {
  const nameOf = (request: FastifyRequest, name: string): string =>
    isByHttps(request, publicUrl) ? securePrefix + name : name
  const setCookie = (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, value, seconds }: { name: string; value: string; seconds: number },
  ): void => {
    const secure = isByHttps(request, publicUrl) ? '; Secure' : ''
    const rules = `Path=${base}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
    void reply.header('set-cookie', `${nameOf(request, name)}=${value}; ${rules}`)
  }
  const admitted = new WeakMap<FastifyRequest, string>()
  const sessionOf = (request: FastifyRequest) => admitted.get(request) ?? ''
  return {
    sessionsIn: (request) => cookiesIn(request, nameOf(request, sessionCookie)).filter(sessions.isOpen),
    admit: (request, session) => void admitted.set(request, session),
    sessionOf,
    open: (request, reply, session) =>
      setCookie(request, reply, { name: sessionCookie, value: session, seconds: sessionMs / 1000 }),
    close: (request, reply) => setCookie(request, reply, { name: sessionCookie, value: '', seconds: 0 }),
    note(request, reply, text) {
      const value = sessions.note(sessionOf(request), text)
      setCookie(request, reply, { name: noteCookie, value, seconds: noteSeconds })
    },
    takeNote(request, reply) {
      const notes = cookiesIn(request, nameOf(request, noteCookie))
      if (notes.length > 0) setCookie(request, reply, { name: noteCookie, value: '', seconds: 0 })
      return notes
        .map((note) => sessions.openNote(sessionOf(request), note))
        .find((text) => text !== undefined)
    },
    isOwnForm: (request) => isSameOrigin(request, publicUrl),
  }
}

/**
 * Lets nobody into this scope but the operator: every route that is added later needs a session, and every form
 * must come from one of its pages. This is the one place that decides it.
 */
export const guard = (
  scope: FastifyInstance,
  gate: Gate,
  { sessions, endedSessions }: Pick<GateOptions, 'sessions'> & { endedSessions: EndedSessions },
): void => {
  scope.addHook('onRequest', async (request, reply) => {
    for (const session of gate.sessionsIn(request))
      if (!(await endedSessions.isEnded(session))) return gate.admit(request, session)
    return reply.redirect(`${base}/login`, 303)
  })
  scope.addHook('preHandler', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const isOwn =
      gate.isOwnForm(request) &&
      sessions.isFormToken(gate.sessionOf(request), fieldOf(request, formTokenField))
    if (!isOwn)
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('This form did not come from a page of this session. Go back, reload the page and try again.')
  })
}

/**
 * Shows this scope to whoever looks at it, and to no script of this origin: BullMQ's board has some, and a page tells how its
 * forms are signed. Browsers say what a page is for: https://www.w3.org/TR/fetch-metadata/
 */
export const showToReadersAlone = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async ({ headers: { 'sec-fetch-dest': goal = 'document' } }, reply) => {
    if (goal !== 'document')
      return reply.code(403).type('text/plain; charset=utf-8').send('Open this page by itself.')
  })
}
