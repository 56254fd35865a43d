import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { isJobId, isJobNameStart, jobNameIn } from '../../core/job-id.ts'
import { inLanguage, sourceLanguage } from '../../core/text/say.ts'
import { type Html, pageText } from '../html.ts'
import type { DashboardRoute } from '../http/http-server.ts'
import { isAction, perform } from './actions.ts'
import { serveBoard } from './board.ts'
import type { DashboardDeps } from './deps.ts'
import {
  base,
  createGate,
  fieldOf,
  fieldsOf,
  type Gate,
  guard,
  prepareScope,
  showToReadersAlone,
} from './gate.ts'
import { page, problemPage, signInPage } from './layout.ts'
import { jobPage } from './pages/job.ts'
import { jobsPage } from './pages/jobs.ts'
import { overviewPage } from './pages/overview.ts'
import { problemsPage } from './pages/problems.ts'
import { serverPage } from './pages/server.ts'
import { serversPage } from './pages/servers.ts'
import { createTimes } from './parts.ts'
import { createSessions, sessionMs } from './sessions.ts'
import { createSums } from './sums.ts'
import type { View } from './view.ts'

interface DashboardOptions {
  /** ADMIN_TOKEN. */
  adminToken: string
  publicUrl: string | undefined
  deps: DashboardDeps
}

const assetSeconds = 3600
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#3f4fc4"/><path d="M4 6v4M8 3.5v9M12 6v4" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>'

const styles = ['base', 'parts', 'tables', 'forms'] as const

const fonts = [
  {
    name: 'inter-regular.ttf',
    file: new URL('../fonts/Inter-Regular.ttf', import.meta.url),
  },
  {
    name: 'inter-semibold.ttf',
    file: new URL('../fonts/Inter-SemiBold.ttf', import.meta.url),
  },
] as const

const boardStyle = [
  '@font-face { font-family: "IBM Plex Sans"; src: url("inter-regular.ttf"); font-weight: 400 500 }',
  '@font-face { font-family: "IBM Plex Sans"; src: url("inter-semibold.ttf"); font-weight: 600 700 }',
].join('\n')

const send = (reply: FastifyReply, content: Html, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(pageText(content))

/** What anybody may have: nothing in it is about this installation. */
const serveAssets = (scope: FastifyInstance): void => {
  const serve = (name: string, type: string, content: string | Buffer) =>
    scope.get(`${base}/${name}`, (_request, reply) =>
      reply.header('cache-control', `max-age=${assetSeconds}`).type(type).send(content),
    )
  const style = styles.map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'))
  serve('style.css', 'text/css; charset=utf-8', style.join('\n'))
  serve('board.css', 'text/css; charset=utf-8', boardStyle)
  for (const { name, file } of fonts) serve(name, 'font/ttf', readFileSync(file))
  serve('icon.svg', 'image/svg+xml', icon)
}

const serveSignIn = (
  scope: FastifyInstance,
  gate: Gate,
  { sessions, log }: { sessions: ReturnType<typeof createSessions> } & Pick<DashboardDeps, 'log'>,
): void => {
  scope.get(`${base}/login`, (_request, reply) => send(reply, signInPage(undefined)))
  scope.post(`${base}/login`, (request, reply) => {
    if (!gate.isOwnForm(request))
      return send(reply, signInPage('This form did not come from this page. Try again.'), 403)
    const result = sessions.signIn(fieldOf(request, 'token'))
    switch (result.status) {
      case 'signed_in':
        log.info('the operator signed in to the dashboard')
        gate.open(request, reply, result.session)
        return reply.redirect(base, 303)
      case 'wrong':
        log.warn('a wrong token was given to the dashboard')
        return send(reply, signInPage('That is not the token in ADMIN_TOKEN.'), 401)
      case 'too_many': {
        const seconds = Math.ceil(result.waitMs / 1000)
        reply.header('retry-after', seconds)
        return send(
          reply,
          signInPage('That is not the token in ADMIN_TOKEN. Many others were wrong, too.'),
          429,
        )
      }
    }
  })
}

/** Only our own pages, so that a form can't lead anywhere else. */
const backTo = (path: string): string => (/^\/dashboard(?:\/[\w%.:-]+)*$/.test(path) ? path : base)

const notFound = (reply: FastifyReply, what: string): FastifyReply =>
  send(reply, problemPage('Not found', `There is no such ${what}.`), 404)

/** The ID of the job with this name, or why there is no such one. */
const findJob = async ({ letters }: Pick<DashboardDeps, 'letters'>, name: string): Promise<string> => {
  if (!isJobNameStart(name)) return 'That is no job’s name: it has 4 to 25 letters and digits from 2 to 7.'
  const [only, ...more] = await letters.named(name)
  if (only === undefined) return 'No job has that name.'
  return more.length === 0 ? only : 'Several jobs have that name. Use more of it, or the ID.'
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '')

/** The pages and actions behind the gate. */
const servePages = (
  scope: FastifyInstance,
  gate: Gate,
  { sessions, deps }: { sessions: ReturnType<typeof createSessions>; deps: DashboardDeps },
): void => {
  showToReadersAlone(scope)
  const [times, sums] = [createTimes(deps.zone), createSums(deps)]
  const viewOf = async (request: FastifyRequest): Promise<View> => ({
    deps,
    times,
    sums,
    forms: { token: sessions.formToken(gate.sessionOf(request)), newId: sessions.newFormId },
    query: queryOf(request),
    nameOf: await deps.names(),
  })
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      title,
      path,
      content,
    }: { title: string; path: string; content: (view: View) => Promise<Html | undefined> },
  ): Promise<FastifyReply> => {
    const view = await viewOf(request)
    const shown = await content(view)
    if (shown === undefined) return notFound(reply, title.toLowerCase())
    const note = gate.takeNote(request, reply)
    return send(reply, page({ title, path, content: shown, note, formToken: view.forms.token }))
  }
  const serve = (path: string, title: string, content: (view: View) => Promise<Html>) =>
    scope.get(path, (request, reply) => show(request, reply, { title, path, content }))
  serve(base, 'Overview', overviewPage)
  scope.get(`${base}/`, (_request, reply) => reply.redirect(base, 303))
  serve(`${base}/servers`, 'Servers', serversPage)
  serve(`${base}/jobs`, 'Jobs', jobsPage)
  serve(`${base}/problems`, 'Problems', problemsPage)
  scope.get<{ Params: { account: string } }>(`${base}/servers/:account`, (request, reply) =>
    show(request, reply, {
      title: 'Server',
      path: `${base}/servers`,
      content: (view) => serverPage(view, request.params.account),
    }),
  )
  scope.get<{ Params: { id: string } }>(`${base}/jobs/:id`, (request, reply) =>
    show(request, reply, {
      title: 'Job',
      path: `${base}/jobs`,
      content: (view) => jobPage(view, request.params.id),
    }),
  )
  scope.get(`${base}/jobs/find`, async (request, reply) => {
    const typed = (queryOf(request).get('job') ?? '').trim().toLowerCase()
    const found = isJobId(typed) ? typed : await findJob(deps, jobNameIn(typed))
    if (isJobId(found)) return reply.redirect(`${base}/jobs/${found}`, 303)
    gate.note(request, reply, found)
    return reply.redirect(`${base}/jobs`, 303)
  })
  scope.post<{ Params: { action: string } }>(`${base}/do/:action`, async (request, reply) => {
    const { action } = request.params
    if (!isAction(action)) return notFound(reply, 'action')
    gate.note(request, reply, await perform(deps, action, fieldsOf(request)))
    return reply.redirect(backTo(fieldOf(request, 'back')), 303)
  })
  scope.post(`${base}/logout`, async (request, reply) => {
    await deps.endedSessions.end(gate.sessionOf(request), sessionMs)
    gate.close(request, reply)
    return reply.redirect(`${base}/login`, 303)
  })
}

/** While Redis is away there are no pages, but the reasons. */
const explainErrors = (scope: FastifyInstance, { log, readiness }: DashboardDeps): void => {
  scope.setErrorHandler(async (error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500)
      return send(reply, problemPage('That did not work', 'The browser sent something odd.'), status)
    if (error instanceof AppError && error.code !== 'store_unavailable')
      return send(reply, problemPage('That did not work', error.message), 409)
    if (!(error instanceof AppError)) log.error('a page of the dashboard failed', { error })
    const { problems } = await readiness()
    const more = problems.map(({ name, problem = '' }) => `${name}: ${problem}`)
    return error instanceof AppError
      ? send(reply, problemPage('Redis cannot be reached', 'Every page needs it.', more), 503)
      : send(reply, problemPage('Something broke', 'The log has the details.', more), 500)
  })
}

/**
 * The operator's dashboard, for a server that is not listening yet. Without JavaScript. Loaded only with ADMIN_TOKEN.
 */
export const createDashboard =
  ({ adminToken, publicUrl, deps }: DashboardOptions): DashboardRoute =>
  async (server) => {
    const sessions = createSessions(adminToken, deps.now)
    const gate = createGate({ sessions, publicUrl })
    await server.register((scope, _options, done) => {
      prepareScope(scope)
      explainErrors(scope, deps)
      // The operator's texts are English, whatever members read.
      scope.addHook('onRequest', (_request, _reply, next) => inLanguage(sourceLanguage, next))
      serveAssets(scope)
      serveSignIn(scope, gate, { sessions, log: deps.log })
      void scope.register((behind, _none, isDone) => {
        guard(behind, gate, { sessions, endedSessions: deps.endedSessions })
        void behind.register((pages, _options, isReady) => {
          servePages(pages, gate, { sessions, deps })
          isReady()
        })
        void behind.register((board, _options, isReady) => {
          serveBoard(board, deps)
          isReady()
        })
        isDone()
      })
      done()
    })
  }
