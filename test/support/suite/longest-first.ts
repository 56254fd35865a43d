import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take ten seconds or more in one of the forms, roughly the longest first: those that mostly wait, such as wrong-behaviour, are
 * spread among those that need the processors. Started late, one of them would keep a single worker busy at the end.
 * Without times of an earlier run, vitest starts with the largest files, which these are not.
 */
export const longFiles: readonly string[] = [
  // In the long form a quarter of an hour each, and short otherwise.
  'test/jobs/simulation/first-half.test.ts',
  'test/jobs/simulation/second-half.test.ts',
  'test/redis/ledger-model.test.ts',
  'test/jobs/worker/line-fairness.test.ts',
  'test/jobs/simulation/mistakes.test.ts',
  'test/redis/places-model.test.ts',
  'test/e2e/soak.test.ts', // in the long form alone
  'test/e2e/burst.test.ts', // in the long form alone
  'test/e2e/burst-of-deaths.test.ts', // in the long form alone
  'test/e2e/every-command.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/tenants.test.ts',
  'test/e2e/short-demo.test.ts',
  'test/e2e/crash.test.ts',
  'test/e2e/remix.test.ts',
  'test/e2e/wrong-behaviour/discord.test.ts',
  'test/browser/room-on-slack.test.ts',
  'test/browser/pictures.test.ts',
  'test/e2e/wrong-behaviour/slack.test.ts',
  'test/browser/room-on-discord.test.ts',
  'test/e2e/slack.test.ts',
  'test/e2e/sandbox.test.ts',
  'test/e2e/callbacks.test.ts',
  'test/e2e/music.test.ts',
  'test/e2e/plan-limits.test.ts',
  'test/e2e/restart.test.ts',
  'test/e2e/switches.test.ts',
  'test/e2e/ledger.test.ts',
  'test/e2e/groups.test.ts',
  'test/e2e/operator.test.ts',
  'test/e2e/prices.test.ts',
  'test/e2e/direct-messages.test.ts',
  'test/sandbox/contract/studio.test.ts',
  'test/studio/mastering/master-like.test.ts',
  'test/studio/inpaint/inpaint.test.ts',
  'test/studio/speech/speech.test.ts',
  'test/studio/voice/voice-change.test.ts',
  'test/studio/remix/sound.test.ts',
  'test/studio/music/sound.test.ts',
  'test/audio-api/studio-endpoints.test.ts',
  'test/studio/voice/timbre.test.ts',
  'test/studio/inpaint/words.test.ts',
  'test/studio/webhooks/endpoints.test.ts',
  'test/studio/cutter/lossless.test.ts',
  'test/studio/clips/decode.test.ts',
  'test/jobs/survival/service-network.test.ts',
  'test/sandbox/contract/program.test.ts',
  // Last, because it takes audio from the cache that the contract has filled.
  'test/sandbox/contract/spoiling.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longFiles.findIndex((path) => moduleId.endsWith(`/${path}`))
  return rank < 0 ? longFiles.length : rank
}

/** Starts the slow files first; the others keep Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
