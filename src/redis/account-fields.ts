import type { AccountId } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'

interface FieldsOptions {
  redis: StoreConnection
  keys: Keys
}

/** Fields of an account read at a time. */
const fieldsAtOnce = 500

/** An account's fields whose names fit this pattern, and their values. */
export const fieldsLike = async (
  { redis, keys }: FieldsOptions,
  account: AccountId,
  pattern: string,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  let cursor = '0'
  do {
    const scan = redis.hscan(keys.account(account), cursor, 'MATCH', pattern, 'COUNT', fieldsAtOnce)
    const [next, fields] = await fromStore(scan)
    // Each field is followed by its value.
    for (let at = 0; at < fields.length; at += 2) found.set(String(fields[at]), String(fields[at + 1]))
    cursor = next
  } while (cursor !== '0')
  return found
}

/** An account's fields with this prefix, without it, and their values. */
export const fieldsIn = async (
  options: FieldsOptions,
  account: AccountId,
  prefix: string,
): Promise<ReadonlyMap<string, string>> => {
  const found = await fieldsLike(options, account, `${prefix}*`)
  return new Map([...found].map(([name, value]) => [name.slice(prefix.length), value]))
}

/** Members named in an account's fields with this prefix. */
export const membersIn = async (
  options: FieldsOptions,
  account: AccountId,
  prefix: string,
): Promise<readonly string[]> => [...(await fieldsIn(options, account, prefix)).keys()]
