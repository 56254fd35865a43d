import { Redis } from 'ioredis'
import type { AccountId } from '../../../../src/core/target.ts'
import { bucketOf, createKeys, entriesOf, jobEntries, jobIdFor, jobIdIn } from '../../../../src/redis/keys.ts'
import type { Stage } from './stage.ts'

const keys = createKeys()

/** Copies the other member's first job record `count` times: real requests would take minutes on Slack. */
export const copyRecords = async ({ world, platform }: Stage, count: number): Promise<void> => {
  const { discord, slack, redis } = world.addresses
  const account: AccountId = platform === 'discord' ? `discord:${discord.guildId}` : `slack:${slack.teamId}`
  const [, member = ''] = world.addresses[platform].memberIds
  const listed = keys.listed(bucketOf(account))
  const client = new Redis(redis.url)
  const [first] = await client.zrangebylex(listed, `[${jobEntries(account, member)}`, '+', 'LIMIT', 0, 1)
  if (first === undefined) throw new Error(`${member} has asked for nothing on ${platform}`)
  for (let index = 0; index < count; index += 1) {
    const id = jobIdFor(account, `copy ${index}`)
    const entries = entriesOf(account, member, id, index)
    await client.copy(keys.job(jobIdIn(first)), keys.job(id))
    await client.hset(keys.job(id), { listed_as: JSON.stringify(entries), shown_as: '[]' })
    await client.zadd(listed, ...entries.flatMap((entry) => ['0', entry]))
  }
  client.disconnect()
}
