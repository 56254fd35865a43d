import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10'
import { tellGuild, tellOfGuild } from './guild-changes.ts'
import type { Guild, World } from './state.ts'

/**
 * Puts a server out of service.
 * https://docs.discord.com/developers/events/gateway-events#guild-delete
 */
export const startOutage = (world: World, guild: Guild): void => {
  tellGuild(world, guild, {
    event: GatewayDispatchEvents.GuildDelete,
    intents: GatewayIntentBits.Guilds,
    data: { id: guild.id, unavailable: true },
  })
  guild.isOut = true
}

/** Puts a server into service again, if it is out: the bot is told of it again, but not of what it missed. */
export const endOutage = (world: World, guild: Guild): void => {
  if (!guild.isOut) return
  guild.isOut = false
  tellOfGuild(world, guild)
}

/** Puts every server into service. */
export const endOutages = (world: World): void => {
  for (const guild of world.guilds.values()) endOutage(world, guild)
}
