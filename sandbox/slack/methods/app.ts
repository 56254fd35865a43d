import { z } from 'zod'
import { type Method, method } from '../method.ts'
import { findJoined, findMessage } from '../places.ts'
import { Refused } from '../refusal.ts'
import { userOf } from '../render.ts'
import type { World } from '../state.ts'

/**
 * Says who calls: the bot, or the person whose token it is.
 * https://docs.slack.dev/reference/methods/auth.test
 */
const authMethod = (world: World): Method =>
  method(
    'auth.test',
    {},
    (_args, { token }) => {
      const userId = token?.userId ?? world.app.userId
      return {
        url: `https://${world.team.domain}.slack.com/`,
        team: world.team.name,
        user: userOf(world, userId).name,
        team_id: world.team.id,
        user_id: userId,
        ...(userId === world.app.userId && { bot_id: world.app.botId }),
        is_enterprise_install: false,
      }
    },
    { token: 'any' },
  )

/**
 * Returns what it was given, without a token.
 * https://docs.slack.dev/reference/methods/api.test
 */
const echoMethod: Method = method('api.test', { foo: z.string().optional() }, (args) => ({ args }), {
  token: 'none',
})

/** https://docs.slack.dev/reference/methods/apps.connections.open */
const connectionMethod = (world: World): Method =>
  method('apps.connections.open', {}, () => ({ url: world.sockets.open() }), { token: 'app' })

/** https://docs.slack.dev/reference/methods/bots.info */
const botMethod = (world: World): Method =>
  method(
    'bots.info',
    { bot: z.string().optional() },
    ({ bot = world.app.botId }) => {
      if (bot !== world.app.botId) throw new Refused('bot_not_found')
      return {
        bot: {
          id: world.app.botId,
          deleted: false,
          name: world.installation.botName,
          updated: 0,
          app_id: world.app.id,
          user_id: world.app.userId,
          icons: {},
        },
      }
    },
    { scopes: ['users:read'] },
  )

/** https://docs.slack.dev/reference/methods/team.info */
const teamMethod = (world: World): Method =>
  method(
    'team.info',
    { team: z.string().optional(), domain: z.string().optional() },
    ({ team = world.team.id }) => {
      if (team !== world.team.id) throw new Refused('team_not_found')
      return { team: { ...world.team, email_domain: '', icon: { image_default: true } } }
    },
    { scopes: ['team:read'] },
  )

/** https://docs.slack.dev/reference/methods/reactions.add */
const reactionMethod = (world: World): Method =>
  method(
    'reactions.add',
    { channel: z.string(), timestamp: z.string(), name: z.string().min(1) },
    ({ channel, timestamp, name }) => {
      const place = findJoined(world, channel)
      if (place.isArchived) throw new Refused('is_archived')
      if (!/^\d+\.\d{6}$/.test(timestamp)) throw new Refused('bad_timestamp')
      const message = findMessage(world, place, timestamp)
      if (!/^[\w+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new Refused('invalid_name')
      const userId = world.app.userId
      if (message.reactions.some((given) => given.name === name && given.userId === userId))
        throw new Refused('already_reacted')
      message.reactions = [...message.reactions, { name, userId }]
      return {}
    },
    { scopes: ['reactions:write'] },
  )

/** The methods about the app itself and its workspace, and reactions. */
export const appMethods = (world: World): readonly Method[] => [
  authMethod(world),
  echoMethod,
  connectionMethod(world),
  botMethod(world),
  teamMethod(world),
  reactionMethod(world),
]
