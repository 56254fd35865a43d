import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordBreach } from './breaches.ts'
import { randomDigits, randomText } from './ids.ts'
import { limits } from './limits.ts'
import type { World } from './state.ts'

/** What a person agreed to, until the app exchanges its code for a token. */
export type Grant = {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly userId: string
  readonly diesAtMs: number
}

type Request = { client_id?: string; scope?: string; redirect_uri?: string; state?: string }

const scopesOf = ({ scope = '' }: Request): readonly string[] =>
  scope.split(/[\s,]+/).filter((name) => name !== '')

/** An address below one that the manifest names; the first of those when the request names none. */
const redirectOf = (world: World, { redirect_uri: asked }: Request): string | undefined => {
  const { redirectUrls } = world.installation
  if (asked === undefined) return redirectUrls[0]
  return redirectUrls.some((url) => asked === url || asked.startsWith(`${url.replace(/\/$/, '')}/`))
    ? asked
    : undefined
}

type Agreement = { readonly redirectUri: string; readonly scopes: readonly string[] }

const read = (world: World, request: Request): Agreement | string => {
  if (request.client_id !== world.app.clientId) return 'Invalid client_id parameter'
  const redirectUri = redirectOf(world, request)
  if (redirectUri === undefined) return 'redirect_uri did not match any configured URIs'
  const scopes = scopesOf(request)
  const strange = scopes.filter((scope) => !world.installation.scopes.has(scope))
  if (scopes.length === 0) return 'No scopes requested'
  return strange.length > 0 ? `Invalid permissions requested: ${strange.join(', ')}` : { redirectUri, scopes }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (body: string): string =>
  `<!DOCTYPE html><html lang="en"><title>Slack</title><body>${body}</body></html>`

const refuse = (world: World, reply: FastifyReply, why: string) => {
  recordBreach(world, 'oauth/v2/authorize:', { more: why })
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .send(page(`<p>${escapeHtml(why)}</p>`))
}

const agreementPage = (world: World, { scopes }: Agreement): string =>
  page(
    `<p>${escapeHtml(world.installation.botName)} asks for access to ${escapeHtml(world.team.name)}: ${escapeHtml(scopes.join(', '))}</p>
<form method="post"><button name="answer" value="allow">Allow</button><button name="answer" value="cancel">Cancel</button></form>`,
  )

/** The admin of the workspace agrees. */
const grant = (world: World, { redirectUri, scopes }: Agreement): string => {
  const code = `${randomDigits(world.random, 12)}.${randomDigits(world.random, 12)}.${randomText(world.random, 64).toLowerCase()}`
  const admin = [...world.users.values()].find(({ isAdmin, isOwner }) => isAdmin && !isOwner)
  const diesAtMs = world.clock.now() + limits.codeLifeMs
  world.registration.grants.set(code, { redirectUri, scopes, userId: admin?.id ?? '', diesAtMs })
  return code
}

const leadBack = (redirectUri: string, answer: Record<string, string>, { state }: Request): string => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/**
 * The page on which a person lets the app into the workspace, and that leads back to the app with a code, or with
 * access_denied. https://docs.slack.dev/authentication/installing-with-oauth
 */
export const serveOAuth = (app: FastifyInstance, world: World): void => {
  app.get<{ Querystring: Request }>('/oauth/v2/authorize', (request, reply) => {
    const agreement = read(world, request.query)
    if (typeof agreement === 'string') return refuse(world, reply, agreement)
    return reply.type('text/html; charset=utf-8').send(agreementPage(world, agreement))
  })
  app.post<{ Querystring: Request }>('/oauth/v2/authorize', (request, reply) => {
    const agreement = read(world, request.query)
    if (typeof agreement === 'string') return refuse(world, reply, agreement)
    const decision = new URLSearchParams(String(request.body ?? '')).get('answer')
    const answer = decision === 'allow' ? { code: grant(world, agreement) } : { error: 'access_denied' }
    return reply.redirect(leadBack(agreement.redirectUri, answer, request.query), 302)
  })
}
