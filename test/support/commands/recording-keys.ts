import type { KeyTest, OwnKey, OwnKeys } from '../../../src/core/job/own-keys.ts'

interface RecordedKeys {
  own?: OwnKey
  test?: KeyTest
  answers?: { set?: Awaited<ReturnType<OwnKeys['set']>>; remove?: Awaited<ReturnType<OwnKeys['remove']>> }
  /** Holds back what the audio service says. */
  until?: Promise<unknown>
}

/** Keys that answer as told, remember the last one set and write down every change. */
export const recordingKeys = ({ own, test = 'accepted', answers = {}, until }: RecordedKeys = {}) => {
  let now = own
  const changes: unknown[] = []
  const ownKeys: OwnKeys = {
    read: async () => now,
    async test() {
      await until
      return now && test
    },
    async set(change) {
      await until
      changes.push({ set: change })
      const result = answers.set ?? { status: 'changed', isUnpaid: false }
      if (result.status === 'changed') now = { setBy: change.actor, setAtMs: 2_000 }
      return result
    },
    async remove(change) {
      changes.push({ remove: change })
      now = undefined
      return answers.remove ?? { status: 'changed' }
    },
  }
  return { ownKeys, changes }
}
