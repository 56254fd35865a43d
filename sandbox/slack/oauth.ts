import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordBreach } from './breaches.ts'
import { escapeHtml, page } from './html.ts'
import { randomDigits, randomText } from './ids.ts'
import { limits } from './limits.ts'
import type { World } from './state.ts'
import { workspaceOf } from './workspaces.ts'

/** The address at which a person was asked; codes of the older one are for no method that is served here. */
type Flow = 'v1' | 'v2'

/** What a person agreed to, until the app exchanges its code for tokens. */
export type Grant = {
  readonly flow: Flow
  readonly world: World
  /** As the request named it, which the exchange has to repeat; undefined when it named none. */
  readonly namedRedirectUri: string | undefined
  readonly botScopes: readonly string[]
  readonly userScopes: readonly string[]
  /** Who agreed. */
  readonly userId: string
  readonly diesAtMs: number
}

type Request = {
  client_id?: string
  scope?: string
  user_scope?: string
  redirect_uri?: string
  state?: string
  team?: string
}

const scopesIn = (list = ''): readonly string[] => list.split(/[\s,]+/).filter((name) => name !== '')

/** An address below one that the manifest names; the first of those when the request names none. */
const redirectOf = ({ registration }: World, { redirect_uri: asked }: Request): string | undefined => {
  const { redirectUrls } = registration.manifest
  if (asked === undefined) return redirectUrls[0]
  return redirectUrls.some((url) => asked === url || asked.startsWith(`${url.replace(/\/$/, '')}/`))
    ? asked
    : undefined
}

/** What the app asks for, and in which workspaces a person can agree to it. */
type Proposal = Pick<Grant, 'botScopes' | 'userScopes'> & {
  readonly redirectUri: string
  readonly worlds: readonly World[]
}

const strangeScopes = (
  { registration }: World,
  { botScopes, userScopes }: Pick<Grant, 'botScopes' | 'userScopes'>,
) => [
  ...botScopes.filter((scope) => !registration.manifest.scopes.has(scope)),
  ...userScopes.filter((scope) => !registration.manifest.userScopes.has(scope)),
]

const worldsOf = (home: World, team: string | undefined): readonly World[] =>
  home.registration.workspaces.filter((world) => !team || world === workspaceOf(home, team))

const read = (home: World, request: Request): Proposal | string => {
  if (request.client_id !== home.app.clientId) return 'Invalid client_id parameter'
  const redirectUri = redirectOf(home, request)
  if (redirectUri === undefined) return 'redirect_uri did not match any configured URIs'
  const scopes = { botScopes: scopesIn(request.scope), userScopes: scopesIn(request.user_scope) }
  if (scopes.botScopes.length + scopes.userScopes.length === 0) return 'No scopes requested'
  const strange = strangeScopes(home, scopes)
  if (strange.length > 0) return `Invalid permissions requested: ${strange.join(', ')}`
  const worlds = worldsOf(home, request.team)
  return worlds.length === 0 ? 'Invalid team parameter' : { ...scopes, redirectUri, worlds }
}

const refuse = (home: World, reply: FastifyReply, why: string) => {
  recordBreach(home, 'oauth/v2/authorize:', { more: why })
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .send(page(`<p>${escapeHtml(why)}</p>`))
}

const choiceOf = ({ team }: World): string => `<option value="${team.id}">${escapeHtml(team.name)}</option>`

const agreementPage = (home: World, { botScopes, userScopes, worlds }: Proposal): string =>
  page(
    `<form method="post">
<p>${escapeHtml(home.registration.manifest.botName)} asks for access to <select name="team">${worlds.map(choiceOf).join('')}</select>: ${escapeHtml(botScopes.join(', '))}</p>
${userScopes.length > 0 ? `<p>On your behalf: ${escapeHtml(userScopes.join(', '))}</p>` : ''}
<button name="answer" value="allow">Allow</button><button name="answer" value="cancel">Cancel</button></form>`,
  )

/** The admin of the workspace agrees. */
const grant = (world: World, flow: Flow, proposal: Proposal, { redirect_uri }: Request): string => {
  const code = `${randomDigits(world.random, 12)}.${randomDigits(world.random, 12)}.${randomText(world.random, 64).toLowerCase()}`
  const admin = [...world.users.values()].find(({ isAdmin, isOwner }) => isAdmin && !isOwner)
  world.registration.grants.set(code, {
    flow,
    world,
    namedRedirectUri: redirect_uri,
    botScopes: proposal.botScopes,
    userScopes: proposal.userScopes,
    userId: admin?.id ?? '',
    diesAtMs: world.clock.now() + limits.codeLifeMs,
  })
  return code
}

const leadBack = (redirectUri: string, answer: Record<string, string>, { state }: Request): string => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

type PageRequest = FastifyRequest<{ Querystring: Request }>

/** What the person pressed, in the workspace that they chose; in the first one when they chose none. */
const decide = (home: World, flow: Flow, request: PageRequest, reply: FastifyReply) => {
  const proposal = read(home, request.query)
  if (typeof proposal === 'string') return refuse(home, reply, proposal)
  const form = new URLSearchParams(String(request.body ?? ''))
  const world = proposal.worlds.find(({ team }) => team.id === form.get('team')) ?? proposal.worlds[0] ?? home
  const answer =
    form.get('answer') === 'allow'
      ? { code: grant(world, flow, proposal, request.query) }
      : { error: 'access_denied' }
  return reply.redirect(leadBack(proposal.redirectUri, answer, request.query), 302)
}

const show = (home: World, request: PageRequest, reply: FastifyReply) => {
  const proposal = read(home, request.query)
  if (typeof proposal === 'string') return refuse(home, reply, proposal)
  return reply.type('text/html; charset=utf-8').send(agreementPage(home, proposal))
}

const flows: Readonly<Record<Flow, string>> = { v1: '/oauth/authorize', v2: '/oauth/v2/authorize' }

/**
 * The page on which a person lets the app into a workspace, and that leads back to the app with a code, or
 * with access_denied. https://docs.slack.dev/authentication/installing-with-oauth
 */
export const serveOAuth = (app: FastifyInstance, home: World): void => {
  for (const flow of ['v1', 'v2'] as const) {
    app.get<{ Querystring: Request }>(flows[flow], (request, reply) => show(home, request, reply))
    app.post<{ Querystring: Request }>(flows[flow], (request, reply) => decide(home, flow, request, reply))
  }
}
