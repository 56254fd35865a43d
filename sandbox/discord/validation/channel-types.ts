import { ChannelType } from 'discord-api-types/v10'
import { z } from 'zod'
import { maybe } from './problems.ts'

/**
 * Which channels the client offers.
 * https://docs.discord.com/developers/resources/channel#channel-object-channel-types
 */
export const channelTypes = maybe(z.array(z.enum(ChannelType)))
