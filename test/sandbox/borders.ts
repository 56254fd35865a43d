import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../support/suite/runs.ts'

/** One side of a limit: whether the stand-in takes so much, so many or so long. */
export type Trial<Client> = (client: Client, amount: number) => Promise<boolean>

/** A limit, the last amount that is taken and the first that is not. */
export type Border<Limit extends string, Client> = {
  readonly limit: Limit
  readonly taken: (limit: number) => number
  readonly refused: (limit: number) => number
  /** Whether the wire has nothing of it: nobody did wrong, or nobody asked. */
  readonly isSilent: boolean
  /** Whether it leaves something behind, and so needs its own stand-in. */
  readonly spoils: boolean
  /** Whether only the long form tries it, because a similar one is in the short form. */
  readonly isCostly: boolean
  readonly trial: Trial<Client>
}

/** As much as this is taken, and no more, unless `sides` says otherwise. */
export const border = <Limit extends string, Client>(
  limit: Limit,
  trial: Trial<Client>,
  sides: Partial<Pick<Border<Limit, Client>, 'taken' | 'refused' | 'isSilent' | 'spoils' | 'isCostly'>> = {},
): Border<Limit, Client> => ({
  limit,
  taken: (amount) => amount,
  refused: (amount) => amount + 1,
  isSilent: false,
  spoils: false,
  isCostly: false,
  trial,
  ...sides,
})

/** A little before a span ends, since real time goes on while a test runs. */
export const shortOf = (spanMs: number): number => spanMs - Math.min(spanMs / 3, 10_000)

type Client<C> = { refusals(): readonly unknown[]; anew(): C; stop(): Promise<void> }

type Borders<Limit extends string, C extends Client<C>> = {
  readonly limits: Readonly<Record<Limit, number>>
  readonly borders: readonly Border<Limit, C>[]
  /** Limits that are not tried on both sides here, and why. */
  readonly untried: Partial<Record<Limit, string>>
  /** A client, with a stand-in of its own. */
  readonly start: () => Promise<C>
}

/** Tries every limit on both sides, and looks that none is left out without a reason. */
export const describeBorders = <Limit extends string, C extends Client<C>>({
  limits,
  borders,
  untried,
  start,
}: Borders<Limit, C>): void => {
  let shared: C

  beforeAll(async () => {
    shared = await start()
  })

  afterAll(() => shared.stop())

  const tryWith = async (client: C, { trial, isSilent }: Border<Limit, C>, amount: number) => {
    const isTaken = await trial(client, amount)
    expect(client.refusals().length > 0).toBe(!(isTaken || isSilent))
    return isTaken
  }

  const isTaken = async (border: Border<Limit, C>, amount: number): Promise<boolean> => {
    if (!border.spoils) return tryWith(shared.anew(), border, amount)
    const client = await start()
    try {
      return await tryWith(client, border, amount)
    } finally {
      await client.stop()
    }
  }

  describe('the border of', () => {
    const rows = borders
      .filter(({ isCostly }) => isLong || !isCostly)
      .map((border) => [border.limit, border] as const)

    test.each(rows)('%s is taken', async (limit, border) => {
      expect(await isTaken(border, border.taken(limits[limit]))).toBe(true)
    })

    test.each(rows)('%s is refused one step beyond', async (limit, border) => {
      expect(await isTaken(border, border.refused(limits[limit]))).toBe(false)
    })
  })

  test('every limit is tried on both sides, or says why not', () => {
    const named = [...borders.map(({ limit }) => limit), ...Object.keys(untried)]
    expect(named.toSorted()).toEqual(Object.keys(limits).toSorted())
  })
}
