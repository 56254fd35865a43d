import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordBreach } from './breaches.ts'
import { randomDigits, randomText } from './ids.ts'
import { limits } from './limits.ts'
import { Refused, refusalBody } from './refusal.ts'
import { readResponse, showResponse } from './responses.ts'
import type { Interaction, ResponseUrl, World } from './state.ts'
import { workspaceOf } from './workspaces.ts'

/** Makes the address under which an interaction can be answered. */
export const newResponseUrl = (world: World, interaction: Interaction): string => {
  const id = `${randomDigits(world.random, 13)}/${randomText(world.random, 24)}`
  world.responseUrls.set(id, { id, interaction, uses: 0 })
  return `${world.origin}/commands/${world.team.id}/${id}`
}

/** An address that still takes answers; each one counts, whatever becomes of it. */
const useUrl = (world: World | undefined, id: string): ResponseUrl & { readonly world: World } => {
  const url = world?.responseUrls.get(id)
  if (!world || !url) throw new Refused('invalid_url')
  if (world.clock.now() - url.interaction.createdAtMs > limits.responseUrlLifeMs)
    throw new Refused('expired_url')
  if (url.uses >= limits.responseUrlUses) throw new Refused('used_url')
  url.uses += 1
  return { ...url, world }
}

const urlFaults = new Set(['invalid_url', 'expired_url', 'used_url'])

const parse = (request: FastifyRequest): unknown => {
  try {
    return JSON.parse(String(request.body ?? ''))
  } catch {
    throw new Refused('invalid_payload')
  }
}

/**
 * Takes answers at response URLs: five within half an hour.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export const serveResponseUrls = (app: FastifyInstance, home: World): void => {
  app.post<{ Params: { team: string; number: string; secret: string } }>(
    '/commands/:team/:number/:secret',
    (request, reply) => {
      const { team, number, secret } = request.params
      try {
        const { interaction, world } = useUrl(workspaceOf(home, team), `${number}/${secret}`)
        const body = parse(request)
        showResponse(world, interaction, readResponse(world, body))
        world.wire.record({
          platform: 'slack',
          kind: 'request',
          summary: `response to ${interaction.title} ok`,
          detail: body,
        })
        return reply.type('text/plain').send('ok')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        recordBreach(home, 'response URL:', { more: error.code, detail: error.detail })
        return reply.code(urlFaults.has(error.code) ? 404 : 400).send(refusalBody(error))
      }
    },
  )
}
