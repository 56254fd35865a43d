import { beforeAll, describe, expect, test } from 'vitest'
import { type Known, known } from './known.ts'
import { type Answers, run } from './scenario.ts'
import { differences, shapeOf } from './shapes.ts'
import { startOurs, startTheirs, type Way } from './sides.ts'

/** A difference in the answers to one call. */
type Found = { readonly call: string; readonly told: string }

const compare = (ours: Answers, theirs: Answers): readonly Found[] =>
  Object.entries(ours).flatMap(([call, answer]) =>
    differences(shapeOf(answer), shapeOf(theirs[call] ?? {})).map((told) => ({ call, told })),
  )

const compareBy = async (way: Way): Promise<readonly Found[]> => {
  const sides = await Promise.all([startOurs(), startTheirs()])
  try {
    const [ours, theirs] = [await run(way, sides[0]), await run(way, sides[1])]
    return compare(ours, theirs)
  } finally {
    await Promise.all(sides.map((side) => side.stop()))
  }
}

const covers = ({ calls, told }: Known, found: Found): boolean =>
  (calls?.includes(found.call) ?? true) && told.includes(found.told)

// https://github.com/vercel-labs/emulate: written by others from the same pages,
// without a look at this stand-in.
describe('the stand-in and an independent emulator, asked the same', () => {
  let found: readonly Found[]

  beforeAll(async () => {
    found = [...(await compareBy('fetch')), ...(await compareBy('@slack/web-api'))]
  })

  test('differ in nothing that was not looked into', () => {
    expect(found.filter((one) => !known.some((entry) => covers(entry, one)))).toEqual([])
  })

  test('differ still in everything that is said of them', () => {
    const stale = known.flatMap((entry) =>
      entry.told
        .filter((told) => !found.some((one) => one.told === told && covers(entry, one)))
        .map((told) => `${entry.calls?.join(', ') ?? 'any call'}: ${told}`),
    )
    expect(stale).toEqual([])
  })
})

test.each(known.map((entry) => [entry.why, entry] as const))(
  'a difference has a source: %s',
  (_why, { source }) => {
    expect(source).toMatch(/^https:\/\/(docs\.slack\.dev|github\.com)\//)
  },
)
