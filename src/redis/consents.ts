import { z } from 'zod'
import { askAgainMs, type Consents, consentAnswers, type DueQuestion } from '../core/command/consent.ts'
import { AppError } from '../core/errors.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { AccountId } from '../core/target.ts'
import { say } from '../core/text/say.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { requireLetIn } from './changes.ts'
import { fromStore, readAll, repliesOf, withoutDoubt } from './connection.ts'
import { bucketOf, buckets, type Keys, lastEntry, questionEntries, shortHash } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const askScript = plainScript('ask-consent')
const beginScript = plainScript('begin-question')

interface ConsentsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowlist: Pick<Allowlist, 'peek'>
}

/** A process that has sent nothing for so long has died or given up, or the chat didn't take the question. */
const inHandMs = 20_000

const storedAnswer = z.enum(consentAnswers)
const storedQuestion = z.object({
  requester: z.string(),
  channel: z.string(),
  feature: z.string(),
  clip: z.string(),
})

/** The fields of a member in the hash of an account; the scripts spell them the same. */
const fieldsOf = (member: string) => ({
  answer: `answer|${member}`,
  asked: `asked|${member}`,
  question: `question|${member}`,
  told: `told|${member}`,
  until: `until|${member}`,
})

const entryOf = ({ account, owner }: DueQuestion): string => `${questionEntries}${account} ${owner}`

/** A question from its entry among those that are due. */
const questionIn = (entry: string): DueQuestion => {
  const [account = '', ...owner] = entry.slice(questionEntries.length).split(' ')
  return { account: account as AccountId, owner: owner.join(' ') }
}

/** The error for an answer of which nobody knows if it was kept: see `withoutDoubt`. */
const answerLost = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'an answer about clips may be lost', {
    cause,
    retryable: true,
    saysUnknown: true,
    memberText: say(
      "I can't reach my database right now, so I don't know whether that was saved. Check /privacy consent before you try again.",
    ),
  })

/** What owners say, in Redis: a hash beside the account, and an entry in the list of jobs for each question that is due. */
export const createConsents = ({ redis, keys, now, allowlist }: ConsentsOptions): Consents => {
  const placesOf = (account: AccountId) => [keys.consents(account), keys.listed(bucketOf(account))] as const
  return {
    async answersOf(account, members) {
      if (members.length === 0) return new Map()
      const fields = members.map((member) => fieldsOf(member).answer)
      const texts = await fromStore(redis.hmget(keys.consents(account), ...fields))
      return new Map(
        members.flatMap((member, index) => {
          const answer = storedAnswer.safeParse(texts[index]).data
          return answer === undefined ? [] : [[member, answer] as const]
        }),
      )
    },
    async isAnyDeclined(account) {
      let cursor = '0'
      do {
        const page = redis.hscan(
          keys.consents(account),
          cursor,
          'MATCH',
          fieldsOf('*').answer,
          'COUNT',
          1_000,
        )
        const [next, fields] = await fromStore(page)
        if (fields.some((text, index) => index % 2 === 1 && text === 'decline')) return true
        cursor = next
      } while (cursor !== '0')
      return false
    },
    async answer(account, member, answer) {
      const [key] = placesOf(account)
      const field = fieldsOf(member).answer
      if (answer !== undefined) await requireLetIn({ allowlist }, account)
      await withoutDoubt(
        () => fromStore(answer === undefined ? redis.hdel(key, field) : redis.hset(key, { [field]: answer })),
        answerLost,
      )
    },
    async ask(account, owner, question) {
      const args = [
        now(),
        askAgainMs,
        owner,
        JSON.stringify(question).toWellFormed(),
        entryOf({ account, owner }),
      ]
      await runScript(redis, askScript, placesOf(account), args)
    },
    async due() {
      const until = `(${questionEntries}${lastEntry}`
      const reads = buckets.map(
        (bucket) => ['zrangebylex', keys.listed(bucket), `[${questionEntries}`, until] as const,
      )
      return ((await readAll(redis, reads)) as readonly string[][]).flat().map(questionIn)
    },
    async begin(due) {
      const { account, owner } = due
      const args = [now(), inHandMs, owner, entryOf(due)]
      const [status, text = '', askedAt = '', told = ''] = await runScript(
        redis,
        beginScript,
        placesOf(account),
        args,
      )
      if (status !== 'begun') return status === 'in_hand' ? status : undefined
      const notes: Record<string, string> = { told }
      return {
        ...storedQuestion.parse(parseJson(text)),
        key: `consent-${shortHash(`${account} ${owner} ${askedAt}`).slice(0, 17)}`,
        notes,
        async note(_name, value) {
          notes.told = value
          await fromStore(redis.hset(keys.consents(account), { [fieldsOf(owner).told]: value }))
        },
      }
    },
    async end(due) {
      const [key, listed] = placesOf(due.account)
      const { question, told, until } = fieldsOf(due.owner)
      await repliesOf(redis.multi().hdel(key, question, told, until).zrem(listed, entryOf(due)))
    },
    async forget(account, member) {
      const [key, listed] = placesOf(account)
      const all = Object.values(fieldsOf(member))
      await repliesOf(
        redis
          .multi()
          .hdel(key, ...all)
          .zrem(listed, entryOf({ account, owner: member })),
      )
    },
  }
}
